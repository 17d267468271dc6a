# What holds for every fit, whatever the library's defaults are.

variants <- list(list(k = 3), list(k = "auto"), list(k = 4, quality = "fast"), list(k = 3, quality = "default"),
                 list(k = 3, method = "margin"), list(k = 3, method = "kway"), list(k = 3, dimensions = 1),
                 list(k = 3, sketch = "always", cells = 40), list(k = 3, standardise = FALSE))
x <- rows_of()

for (options in variants) {
  what <- paste(names(options), options, collapse = " ")
  test_that(paste("laws:", what), {
    fit <- quietly(do.call(scpp, c(list(x), options)))
    expect_s3_class(fit, "scpp")
    expect_identical(predict(fit, x), fit$cluster)
    expect_identical(predict(fit, x[7:3, ]), fit$cluster[7:3])
    expect_identical(sort(unique(fit$cluster)), seq_len(fit$k))
    expect_identical(fit$size, tabulate(fit$cluster))
    expect_identical(sum(fit$nodes$rows[!is.na(fit$nodes$cluster)]), 120)
    again <- quietly(do.call(scpp, c(list(x), options)))
    expect_identical(again$model, fit$model)
    expect_identical(quietly(do.call(scpp, c(list(x), options, threads = 1)))$cluster, fit$cluster)
    probability <- predict(fit, x, "prob")
    expect_true(all(probability >= 0 & probability <= 1))
    expect_equal(rowSums(probability), rep(1, 120))
    expect_identical(predict(fit, type = "prob"), probability)
    expect_identical(predict(fit, x[7:3, ], "prob"), probability[7:3, , drop = FALSE])
    outlier <- predict(fit, x, "outlier")
    expect_true(all(outlier >= 0 & outlier < 1))
    expect_identical(predict(fit, type = "outlier"), outlier)
  })
}

test_that("threads give equal bits", {
  fits <- lapply(1:3, function(threads) scpp(x, k = 3, threads = threads))
  # the number of threads itself is part of a model's options
  same <- lapply(fits, function(fit) fit[c("cluster", "nodes")])
  expect_identical(same[[1]], same[[2]])
  expect_identical(same[[1]], same[[3]])
  expect_identical(coef(fits[[1]]), coef(fits[[2]]))
  expect_identical(coef(fits[[1]]), coef(fits[[3]]))
})

test_that("types of input give the same model", {
  fit <- scpp(x, k = 3)
  expect_identical(scpp(as.data.frame(x), k = 3)$model, fit$model)
  whole <- round(x * 4)
  storage.mode(whole) <- "integer"
  as_doubles <- whole + 0
  expect_identical(scpp(whole, k = 3)$model, scpp(as_doubles, k = 3)$model)
  expect_identical(scpp(as.data.frame(whole), k = 3)$model, scpp(as_doubles, k = 3)$model)
  frame <- as.data.frame(x)
  frame$class <- factor("a")
  expect_identical(quietly(scpp(frame, k = 3, text = "drop"))$model, fit$model)
  expect_identical(scpp(frame, k = 3, drop = "class")$model, fit$model)
  class(frame) <- c("tbl_df", "tbl", "data.frame")
  expect_identical(scpp(frame, k = 3, drop = "class")$model, fit$model)
})

test_that("sparse matrices give the model of dense ones", {
  skip_if_not_installed("Matrix")
  thin <- x
  thin[abs(thin) < 0.5] <- 0
  fit <- scpp(thin, k = 3)
  for (class in c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix")) {
    sparse <- as(methods::as(thin, "dgCMatrix"), class)
    expect_identical(scpp(sparse, k = 3)$model, fit$model)
    expect_identical(predict(fit, sparse), fit$cluster)
  }
  binary <- methods::as(thin, "dgCMatrix") > 0
  expect_identical(scpp(binary, k = 2)$model, scpp((thin > 0) + 0, k = 2)$model)
  old <- options(scpp.max_dense = 1000)
  on.exit(options(old))
  expect_refused(scpp(methods::as(thin, "dgCMatrix"), k = 3), "would take 11.2 Kb with its zeros, more than the 1000 bytes allowed")
})

test_that("a row of weight 2 is that row twice", {
  weights <- rep(1:2, length.out = nrow(x))
  twice <- rep(seq_len(nrow(x)), weights)
  weighed <- scpp(x, k = 3, weights = weights, quality = "fast", microclusters = 300)
  repeated <- scpp(x[twice, ], k = 3, quality = "fast", microclusters = 300)
  expect_identical(weighed$cluster[twice], repeated$cluster)
  expect_identical(weighed$nodes$rows, repeated$nodes$rows)
  expect_equal(scpp(x, k = 3, weights = rep(1, 120))$cluster, scpp(x, k = 3)$cluster)
})

test_that("rows in another order give the same partition", {
  order <- rev(seq_len(nrow(x)))
  fit <- scpp(x, k = 3, quality = "fast")
  expect_equal(scpp_scores(scpp(x[order, ], k = 3, quality = "fast"), fit$cluster[order])[["ari"]], 1)
})

test_that("known clusters are found, whatever the quality", {
  known <- made(rows = 200, clusters = 4)
  for (quality in c("fast", "default"))
    expect_gt(scpp_scores(scpp(known$x, k = 4, quality = quality), known$class)[["ari"]], 0.9)
})

test_that("R's generator is left alone unless asked", {
  set.seed(1)
  before <- .Random.seed
  fit <- scpp(x, k = 3, start = "random")
  expect_identical(.Random.seed, before)
  expect_identical(scpp(x, k = 3, start = "random", seed = 0)$model, fit$model)
  drawn <- scpp(x, k = 3, start = "random", seed = NULL)
  expect_false(identical(.Random.seed, before))
  set.seed(1)
  expect_identical(scpp(x, k = 3, start = "random", seed = NULL)$model, drawn$model)
  expect_identical(drawn$info$options[["seed"]], as.character({
    set.seed(1)
    sample.int(.Machine$integer.max, 1)
  }))
})

test_that("the caller's matrix is neither changed nor copied", {
  copy <- x + 0
  fit <- scpp(x, k = 3)
  expect_identical(x, copy)
  if (capabilities("profmem")) {
    copied <- FALSE
    here <- x + 0
    old <- tracemem(here)
    output <- capture.output(scpp(here, k = 3, keep_x = TRUE))
    untracemem(here)
    expect_false(any(grepl("tracemem", output)))
  }
  expect_null(scpp(x, k = 3, keep_x = FALSE)$x)
})
