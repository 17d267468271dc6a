known <- made(rows = 150, clusters = 3)
x <- known$x
fit <- scpp(x, k = 3)

test_that("print and summary tell what was found", {
  expect_output(print(fit), "3 clusters, 150 rows, 12 columns")
  expect_output(print(scpp(x, k = 3, weights = rep(2, 150))), "3 clusters, 150 rows that count as 300, 12 columns")
  expect_output(print(summary(fit)), "node 0: 150 rows, .*lambda2 .*axis 1 .*cluster 3")
  expect_identical(names(summary(fit)$options), c("k", "threads"))
  expect_length(summary(fit, columns = 2)$loadings[[1]][[1]], 2)
  holes <- x
  holes[1, 1] <- NA
  filled <- quietly(scpp(holes, k = 3, na.action = "mean"))
  expect_output(print(filled), "1 missing cell in column 1")
  expect_output(print(summary(filled)), "missing cells: mean")
})

test_that("print and summary say how clear the clusters are", {
  shown <- summary(fit)
  expect_output(print(fit), shown$verdict, fixed = TRUE)
  expect_output(print(shown), shown$verdict, fixed = TRUE)
  expect_match(shown$verdict, "^3 clusters: ")
  expect_identical(shown$clusters$rows, fit$size)
  expect_true(all(shown$clusters$clarity >= 0 & shown$clusters$clarity <= 1))
  expect_true(all(shown$clusters$nearest %in% 1:3 & shown$clusters$nearest != 1:3))
  expect_identical(is.na(shown$nodes$clarity), !is.na(fit$nodes$cluster))
  expect_output(print(shown), "node 0: 150 rows, (clear|weak|doubtful) [(][0-9.]+[)], lambda2 ")
  whole <- summary(scpp(x, k = 1))
  expect_identical(whole$clusters$nearest, NA_integer_)
  expect_output(print(whole), "the rows were not split")
})

test_that("doubtful clusters are called by their numbers in R", {
  set.seed(1)
  cloud <- matrix(stats::rnorm(800), 400)
  shown <- summary(scpp(cloud, k = 4))
  doubtful <- subset(shown$clusters, word == "doubtful")
  expect_gt(nrow(doubtful), 0)  # one cloud cut in four
  told <- strsplit(sub(".*: clusters (.*) may .*", "\\1", shown$verdict), ", | and others")[[1]]
  pairs <- paste(pmin(doubtful$cluster, doubtful$nearest), "and", pmax(doubtful$cluster, doubtful$nearest))
  expect_true(all(told %in% pairs))
  expect_identical(told[1], pairs[which.min(doubtful$clarity)])
})

test_that("coef, fitted and update", {
  expect_identical(rownames(coef(fit)), colnames(x))
  expect_identical(dim(coef(fit, 0)), c(12L, 2L))
  expect_identical(dim(coef(scpp(x, k = 1))), c(12L, 0L))
  expect_identical(dim(predict(scpp(x, k = 1), x, "projection")), c(150L, 0L))
  expect_identical(fitted(fit), fit$cluster)
  centres <- fitted(fit, "centers")
  expect_equal(unname(centres[1, ]), unname(colMeans(x[fit$cluster == fit$cluster[1], ])))
  expect_equal(unname(colMeans(centres)), unname(colMeans(x)))
  expect_identical(update(fit, k = 2)$model, scpp(x, k = 2)$model)
  expect_identical(update(fit, seed = 5, evaluate = FALSE), quote(scpp(x = x, k = 3, seed = 5)))
  expect_identical(rownames(coef(scpp(unname(x), k = 2)))[2], "column 2")
})

test_that("suggest_k says how many, and why", {
  found <- suggest_k(x)
  expect_identical(found$k, 3L)
  expect_identical(names(found$trials), c("clusters", "clarity", "modularity"))
  expect_identical(found$trials$clusters, seq_len(nrow(found$trials)) + 1L)
  expect_true(all(found$nearly %in% setdiff(found$trials$clusters, found$k)))
  expect_output(print(found), "\n +3 .* suggested")
  expect_output(print(found), paste0("3 clusters: ", found$reason), fixed = TRUE)
  marked <- structure(utils::modifyList(unclass(found), list(nearly = 4L)), class = class(found))
  expect_output(print(marked), "\n +4 .* nearly as good")
  expect_output(print(suggest_k(x[1:2, ])), "^1 cluster: ")
  expect_refused(suggest_k(x, k = 3), "suggest_k finds k")
  expect_refused(suggest_k(x, method = "kway"), "kway cannot suggest")
  expect_identical(suggest_k(x, max_clusters = 2)$trials$clusters, 2L)
})

test_that("a fit without k has as many clusters as are suggested", {
  holes <- x
  holes[1, 1] <- NA
  weights <- rep(1:2, 75)
  expect_identical(suggest_k(x)$k, scpp(x)$k)
  expect_identical(suggest_k(x, weights = weights, seed = 4)$k, scpp(x, weights = weights, seed = 4)$k)
  expect_identical(quietly(suggest_k(holes, na.action = "drop-row"))$k, quietly(scpp(holes, na.action = "drop-row"))$k)
  expect_identical(suggest_k(iris, drop = "Species")$k, scpp(iris[1:4])$k)
})

test_that("models are written and read, with their clusters", {
  file <- tempfile(fileext = ".scpp")
  expect_identical(write_model(fit, file), fit)
  expect_identical(readBin(file, "raw", 1e7), fit$model)
  again <- read_model(file)
  expect_identical(again$model, fit$model)
  expect_identical(predict(again, x), fit$cluster)
  expect_identical(again$nodes, fit$nodes)
  expect_identical(again$size, as.numeric(fit$size))
  expect_output(print(again), "3 clusters")
  expect_refused(predict(again), "give them as newdata")
  expect_refused(predict(again, type = "prob"), "give them as x")
  expect_identical(predict(again, x, type = "prob"), predict(fit, type = "prob"))
  expect_refused(cutree(again, 2), "give them as newdata")
  expect_refused(update(again), "has no call")
  expect_identical(cut(again, 2)$model, cut(fit, 2)$model)
  expect_identical(split_node(again, fit$info$leaves[1], rows = x)$k, 4L)
  expect_refused(read_model(tempfile()), "cannot open")
  writeLines("nonsense", file)
  expect_error(read_model(file), class = "scpp_error")
  expect_refused(write_model(fit, file.path(tempfile(), "a", "b")), "cannot")
  expect_refused(write_model(1, file), "must be a fit of scpp()")
  expect_refused(read_model(1), "file must be one path")
  restored <- unserialize(serialize(fit, NULL))
  expect_identical(predict(restored, x), fit$cluster)
})

test_that("the report is a page", {
  skip_if_not(native_has_report(), "the package was made without its report page")
  file <- tempfile(fileext = ".html")
  expect_identical(scpp_report(fit, file, truth = known$class, title = "made up"), file)
  page <- readLines(file, warn = FALSE)
  expect_match(page[1], "<!doctype html>", ignore.case = TRUE)
  expect_true(any(grepl("made up", page, fixed = TRUE)))
  expect_true(file.exists(scpp_report(fit)))
  without <- fit
  without$x <- NULL
  expect_refused(scpp_report(without, file), "give them as x")
  expect_identical(scpp_report(without, file, x = x), file)
  expect_refused(scpp_report(fit, file, truth = 1:3), "truth must have one class for each of the 150 rows")
  expect_refused(scpp_report(fit, file, truth = c(NA, known$class[-1])), "the class of row 1 in truth is missing")
  holes <- x
  holes[2, 1] <- NA
  expect_identical(scpp_report(quietly(scpp(holes, k = 3, na.action = "drop-row")), file, truth = known$class), file)
  shown <- NULL
  show_page(scpp_report(fit), viewer = function(path) shown <<- path)
  expect_match(shown, "scpp-.*html$")
})

test_that("the report counts rows by their weights", {
  skip_if_not(native_has_report(), "the package was made without its report page")
  file <- tempfile(fileext = ".html")
  weight_in <- function(...) {
    head <- grep('id="scpp-head"', readLines(scpp_report(..., file = file), warn = FALSE), value = TRUE)
    sub('.*"weight":([^,}]*)[,}].*', "\\1", head)
  }
  weights <- rep(c(1, 2.5, 3), 50)
  weighed <- scpp(x, k = 3, weights = weights)
  expect_identical(as.numeric(weight_in(weighed)), sum(weights))
  expect_identical(as.numeric(weight_in(weighed, x = x, weights = 2 * weights)), 2 * sum(weights))
  expect_identical(weight_in(weighed, x = x), "null")
  expect_identical(weight_in(fit), "null")
  expect_refused(scpp_report(fit, file, weights = 1:3), "weights must have one number for each of the 150 rows")
})

test_that("scores are those of the library", {
  expect_equal(scpp_scores(c(1, 1, 2, 2), c("a", "a", "b", "b")),
               c(purity = 1, nmi = 1, ari = 1, v_measure = 1, accuracy = 1))
  expect_equal(scpp_scores(c(5, 5, 5, 9), c("a", "a", "b", "b"))[["purity"]], 0.75)
  expect_equal(scpp_scores(c(1, 1, NA, 2), c("a", "a", "b", "b"))[["ari"]], 1)
  expect_refused(scpp_scores(1:3, 1:2), "truth must have one class for each of the 3 rows")
})

test_that("made-up tables are asked for by their options", {
  expect_identical(dim(scpp_example("scales", rows = 30, clusters = 2)$x), c(30L, 50L))
  expect_identical(made(seed = 3), made(seed = 3))
  expect_false(identical(made(seed = 3)$x, made(seed = 4)$x))
  expect_refused(scpp_example("nothing"), "kind is nothing, but must be ")
  expect_refused(scpp_example(noise = 3), "there is no option 'noise'")
  expect_refused(scpp_example(rows = 0), "rows is '0', but must be")
})

test_that("pictures show what they say", {
  pdf(NULL)
  on.exit(dev.off())
  tree <- plot(fit)
  expect_identical(tree$node, fit$nodes$node)
  expect_identical(sort(tree$x[!is.na(tree$cluster)]), as.numeric(1:3))
  points <- plot(fit, "split", node = 0)
  expect_identical(nrow(points), 150L)
  expect_identical(cbind(points$axis1, points$axis2), unname(predict(fit, x, "projection", node = 0)))
  inner <- fit$info$splits[2]
  expect_identical(nrow(plot(fit, "split", node = inner)), as.integer(fit$nodes$rows[inner + 1]))
  loadings <- plot(fit, "loadings", node = 0, columns = 4)
  expect_identical(dim(loadings), c(4L, 2L))
  line <- scpp(x, k = 2, dimensions = 1)
  expect_true(all(is.na(plot(line, "split")$axis2)))
  file <- tempfile()
  write_model(fit, file)
  bare <- read_model(file)
  expect_equal(sum(plot(bare, "split")$rows), 150)
  expect_silent(plot(bare, col = "red"))
  expect_refused(plot(fit, "split", node = fit$info$leaves[1]), "is a leaf")
  expect_error(plot(fit, "nothing"), "should be one of")
})

test_that("ggplot2 draws the same", {
  skip_if_not_installed("ggplot2")
  pdf(NULL)
  on.exit(dev.off())
  line <- scpp(x, k = 2, dimensions = 1)
  for (picture in list(ggplot2::autoplot(fit), ggplot2::autoplot(fit, "split"), ggplot2::autoplot(fit, "loadings"),
                       ggplot2::autoplot(line, "split"))) {
    expect_s3_class(picture, "ggplot")
    expect_silent(print(picture))
  }
})

test_that("tidy, glance and augment", {
  skip_if_not_installed("generics")
  clusters <- generics::tidy(fit)
  expect_identical(clusters$size, fit$size)
  expect_identical(names(clusters)[-(1:4)], colnames(x))
  expect_identical(generics::tidy(fit, "nodes"), fit$nodes)
  expect_identical(nrow(generics::tidy(fit, "loadings")), length(coef(fit)))
  expect_identical(generics::glance(fit)$k, 3L)
  expect_identical(nrow(generics::glance(scpp(x, k = "auto"))), 1L)
  more <- generics::augment(fit)
  expect_identical(as.integer(more$.cluster), fit$cluster)
  expect_identical(more$.probability, predict(fit, type = "prob")[cbind(1:150, fit$cluster)])
  expect_identical(more$.outlier, predict(fit, type = "outlier"))
  expect_identical(generics::augment(fit, as.data.frame(x))$.probability, more$.probability)
  expect_identical(generics::glance(fit)$clarity, min(summary(fit)$clusters$clarity))
  expect_identical(nrow(generics::augment(fit, newdata = x[1:3, ])), 3L)
  file <- tempfile()
  write_model(fit, file)
  expect_identical(ncol(generics::tidy(read_model(file))), 4L)
  holes <- x
  holes[1, 1] <- NA
  dropped <- quietly(scpp(holes, k = 3, na.action = "drop-row"))
  expect_refused(generics::augment(dropped), "give all of them as data")
  expect_identical(unique(unlist(lapply(generics::augment(dropped, holes)[c(".cluster", ".probability", ".outlier")],
                                        function(column) which(is.na(column))))), 1L)
})

test_that("rpart's generic prunes, too", {
  skip_if_not_installed("rpart")
  expect_identical(rpart::prune(fit, 0)$k, 1L)
})
