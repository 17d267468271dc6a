# Odd tables, and what is said of bad ones.
x <- rows_of()

test_that("bad options stop with the library's sentence, in R's names", {
  expect_refused(scpp(x, k = 0), "k is 0, but must be >= 1")
  expect_refused(scpp(x, k = 2.5), "k is 2.5, but must be an integer >= 1 or auto")
  expect_refused(scpp(x, k = "many"), "k is many, but must be an integer >= 1 or auto")
  expect_refused(scpp(x, k = NA), "k is NA, but must be")
  expect_refused(scpp(x, k = 2:3), "k must be a single value")
  expect_refused(scpp(x, k = "auto", method = "kway"), "k is auto, but must be a number with method kway")
  expect_refused(scpp(x, delta = 0.9), "delta is 0.9, but must be in (0, 0.5]")
  expect_refused(scpp(x, beta_max = 0.1), "beta_max is 0.1, but must be >= beta_min, which is 0.5")
  expect_refused(scpp(x, beta_mx = 1), "there is no option 'beta_mx'; did you mean 'beta_max'?")
  expect_refused(scpp(x, quality = "good"), "quality is good, but must be fast|default")
  expect_refused(scpp(x, 3, 4), "options must be given by name")
  expect_refused(scpp(x, beta_max = 4, `beta-max` = 4), "the option beta_max is given twice")
  expect_refused(scpp(x, omega = list(1)), "omega must be a single value")
  expect_refused(scpp(x, seed = -1), "seed is -1, but must be")
  expect_refused(scpp(x, threads = -1), "threads is -1, but must be >= 0")
})

test_that("options reach the library as they are", {
  options <- scpp(x, k = 3, beta_max = 4.1, tolerance = 1e-7, standardise = FALSE, seed = 12345678901,
                  `max-steps` = 20)$info$options
  expect_identical(options[c("beta-max", "tolerance", "standardise", "seed", "max-steps")],
                   c("beta-max" = "4.1", tolerance = "1e-07", standardise = "no", seed = "12345678901", "max-steps" = "20"))
  expect_identical(text_of(1 / 3, ""), "0.3333333333333333")
  expect_identical(text_of(100000, ""), "100000")
})

test_that("every option of the library can be given by its default", {
  all <- scpp_options()
  expect_gt(nrow(all), 20)
  expect_true(all(nzchar(all$sentence)))
  expect_false(any(grepl("-", all$name)))
  given <- setNames(as.list(all$default), all$name)
  given$k <- 3
  given$threads <- 2
  expect_identical(do.call(scpp, c(list(x), given))$model, scpp(x, k = 3)$model)
  expect_output(print(all), "beta_max = .*half-width")
  expect_output(print(all[1:2, c("name", "default")]), "quality")
})

test_that("columns without numbers are refused or left out by name", {
  frame <- data.frame(x, letter = "a", kind = factor("b"), check.names = FALSE)
  expect_refused(scpp(frame), "column 13 'letter' is text, column 14 'kind' is a factor, not numbers; leave them out with drop = c(\"letter\", \"kind\")")
  expect_message(fit <- scpp(frame, k = 3, text = "drop"), "left out: column 13 'letter', column 14 'kind'")
  expect_identical(predict(fit, frame), fit$cluster)
  expect_refused(scpp(data.frame(a = Sys.Date() + 0:3)), "column 1 'a' is of class 'Date'")
  expect_refused(scpp(data.frame(a = I(list(1, 2)))), "column 1 'a'")
  nested <- data.frame(a = 1:3)
  nested$m <- matrix(0, 3, 2)
  expect_refused(scpp(nested), "column 2 'm' is a matrix")
  expect_refused(scpp(frame, drop = "lettr"), "x has no column 'lettr'; did you mean 'letter'?")
  expect_refused(scpp(frame, drop = 99), "numbers from 1 to 14")
  expect_refused(quietly(scpp(frame["kind"], text = "drop")), "x has no columns of numbers")
  expect_error(scpp(frame, text = "keep"), "should be one of")
})

test_that("what is no table is refused by its class", {
  expect_refused(scpp(dist(x)), "x is of class 'dist', but must be a matrix")
  expect_refused(scpp("a"), "x is of class 'character'")
  expect_refused(scpp(NULL), "x is of class 'NULL'")
  expect_refused(scpp(matrix("a")), "x is a matrix of character values, but must hold numbers")
  expect_refused(scpp(matrix(1i)), "x is a matrix of complex values")
  expect_refused(scpp(list(1)), "x is of class 'list'")
  expect_refused(scpp(array(0, c(2, 2, 2))), "x is of class 'array'")
})

test_that("small tables work or say why not", {
  expect_refused(scpp(x[0, ], k = 2), "x has no rows")
  expect_refused(scpp(x[, 0], k = 2), "x has no columns of numbers")
  expect_refused(scpp(data.frame()), "x has no rows")
  expect_refused(scpp(x[1:2, ], k = 3), "k is 3, but the table has only 2 rows")
  expect_identical(scpp(x, k = 1)$cluster, rep(1L, 120))
  one <- scpp(x[, 1, drop = FALSE], k = 2)
  expect_identical(predict(one, x[, 1, drop = FALSE]), one$cluster)
  expect_identical(unname(scpp(x[, 1], k = 2)$cluster), one$cluster)
  expect_identical(scpp(matrix(1, 20, 2), k = 1)$k, 1L)
  expect_warning(fit <- scpp(matrix(1, 20, 2), k = 3), "only 1 of 3 clusters were found: ")
  expect_identical(fit$k, 1L)
})

test_that("missing cells are dealt with in the words of the command line", {
  holes <- x
  holes[5, 2] <- NA
  holes[9, 3] <- NaN
  expect_refused(scpp(holes, k = 3), "x has 2 missing cells in column 2 'x2' (1), column 3 'x3' (1); na.action = \"mean\"")
  expect_refused(scpp(holes, k = 3, na.action = "guess"), "'guess' is no rule for missing cells: error, mean, median, drop-row or drop-column")
  expect_refused(scpp(holes, k = 3, na.action = 7), "na.action must be \"error\"")
  expect_message(mean <- scpp(holes, k = 3, na.action = "mean"), "filled with the mean of the column")
  expect_identical(predict(mean, holes), mean$cluster)
  filled <- holes
  filled[5, 2] <- mean(x[-5, 2])
  filled[9, 3] <- mean(x[-9, 3])
  expect_equal(mean$x, unname(filled), ignore_attr = TRUE)
  median <- quietly(scpp(holes, k = 3, na.action = "median"))
  expect_equal(median$x[5, 2], median(x[-5, 2]))
  dropped <- quietly(scpp(holes, k = 3, na.action = "drop-row"))
  expect_identical(which(is.na(dropped$cluster)), c(5L, 9L))
  expect_identical(predict(dropped, holes), dropped$cluster)
  expect_identical(predict(dropped), dropped$cluster)
  expect_identical(which(is.na(predict(dropped, type = "outlier"))), c(5L, 9L))
  expect_identical(which(is.na(predict(dropped, type = "prob")[, 1])), c(5L, 9L))
  expect_identical(which(is.na(predict(dropped, type = "projection")[, 1])), c(5L, 9L))
  expect_identical(sum(dropped$size), 118L)
  expect_identical(quietly(scpp(holes, k = 3, na.action = na.omit))$model, dropped$model)
  expect_refused(scpp(holes, k = 3, na.action = na.fail), "2 missing cells")
  columns <- quietly(scpp(holes, k = 3, na.action = "drop-column"))
  expect_identical(predict(columns, holes), columns$cluster)
  expect_identical(nrow(coef(columns)), 10L)
  expect_refused(predict(scpp(x, k = 3), holes), "newdata has 2 missing cells in column 2 'x2' (1)")
  expect_identical(which(is.na(predict(scpp(x, k = 3), holes, na.action = "drop-row"))), c(5L, 9L))
  expect_false(anyNA(predict(scpp(x, k = 3), holes, na.action = "mean")))
  expect_refused(predict(scpp(x, k = 3), holes, na.action = "median"), "for a model must be")
  expect_refused(quietly(scpp(cbind(x, NA_real_), k = 3, na.action = "mean")), "holds no number at all")
  expect_refused(quietly(scpp(holes[c(5, 9), ], k = 1, na.action = "drop-row")), "every row has a missing cell")
  weights <- rep(1:2, length.out = 120)
  weighed <- quietly(scpp(holes, k = 3, na.action = "drop-row", weights = weights))
  expect_identical(weighed$nodes$rows[1], as.numeric(sum(weights[-c(5, 9)])))
})

test_that("fill values are kept for new rows even if nothing was missing", {
  fit <- scpp(x, k = 3, na.action = "median")
  holes <- x
  holes[1, 1] <- NA
  expect_identical(predict(fit, holes)[-1], fit$cluster[-1])
})

test_that("infinite values are named", {
  bad <- x
  bad[4, 2] <- -Inf
  expect_refused(scpp(bad, k = 3), "data row 4, column 2 'x2': the value is infinite")
  expect_refused(predict(scpp(x, k = 3), bad), "data row 4, column 2 'x2': the value is infinite")
  colnames(bad) <- NULL
  expect_refused(scpp(bad, k = 3), "data row 4, column 2: the value is infinite")
})

test_that("columns of one name are told apart", {
  twice <- x
  colnames(twice)[3] <- "x1"
  fit <- scpp(twice, k = 3)
  expect_identical(fit$info$columns[1:3], c("x1", "x2", "x1 (2)"))
  expect_identical(predict(fit, twice), fit$cluster)
  colnames(twice)[5] <- ""
  expect_identical(scpp(twice, k = 3)$info$columns[5], "x5")
  expect_identical(scpp(as.data.frame(twice, optional = TRUE), k = 3)$cluster, fit$cluster)
})

test_that("weights are checked", {
  expect_refused(scpp(x, k = 3, weights = 1:3), "weights must have one number for each of the 120 rows, but there are 3")
  expect_refused(scpp(x, k = 3, weights = c(-1, rep(1, 119))), "the weight of row 1 is -1")
  expect_refused(scpp(x, k = 3, weights = c(NA, rep(1, 119))), "the weight of row 1 is NA")
  expect_refused(scpp(x, k = 3, weights = rep("a", 120)), "weights must be numbers")
})

test_that("logical columns are 0 and 1, row names are kept", {
  frame <- data.frame(x, yes = x[, 1] > 0, row.names = paste0("r", seq_len(120)))
  fit <- scpp(frame, k = 3)
  frame$yes <- as.numeric(frame$yes)
  expect_identical(scpp(frame, k = 3)$model, fit$model)
  expect_named(fit$cluster, rownames(frame))
  expect_named(predict(fit, frame[3:4, ]), c("r3", "r4"))
  expect_identical(rownames(predict(fit, frame[3:4, ], "projection")), c("r3", "r4"))
  named <- matrix(x, 120, dimnames = list(rownames(frame), NULL))
  expect_named(scpp(named, k = 2)$cluster, rownames(frame))
  expect_named(cutree(fit, 2), rownames(frame))
})
