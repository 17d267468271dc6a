x <- rows_of()
fit <- scpp(x, k = 3)

test_that("columns are found by name, else by place", {
  expect_identical(predict(fit, x[, 12:1]), fit$cluster)
  expect_identical(predict(fit, data.frame(more = "a", x[, 12:1])), fit$cluster)
  expect_message(unnamed <- predict(fit, unname(x)), "newdata has no names of columns: they are taken in order")
  expect_identical(unnamed, fit$cluster)
  places <- scpp(unname(x), k = 3)
  expect_identical(places$cluster, fit$cluster)
  expect_message(expect_identical(predict(places, x), fit$cluster), "the model has no names")
  expect_refused(predict(fit, x[, -2]), "newdata lacks 1 column of the model: 'x2'")
  wrong <- x
  colnames(wrong)[12] <- "nosie4"
  expect_refused(predict(fit, wrong), "is 'nosie4' what the model calls 'noise4'?")
  text <- as.data.frame(x)
  text$x1 <- "a"
  expect_refused(predict(fit, text), "'x1' holds no numbers there")
  expect_refused(predict(places, unname(x)[, -1]), "newdata has 11 columns, but the model was fitted on 12")
  expect_refused(predict(fit, as.data.frame(x)[1:4]), "lacks 8 columns of the model: 'x5', 'x6', 'x7', 'x8', 'noise1' and 3 more")
})

test_that("columns that were left out of a table without names are known by place", {
  some <- scpp(unname(x), k = 3, drop = c(2, 12))
  expect_identical(some$info$places, c(1L, 3:11))
  expect_identical(predict(some, unname(x)), some$cluster)
  expect_identical(predict(some, unname(x)[, -c(2, 12)]), some$cluster)
  expect_refused(predict(some, unname(x)[, 1:3]), "newdata lacks column 4, on which the model was fitted")
})

test_that("no rows give no clusters", {
  expect_identical(predict(fit, x[0, ]), integer())
  expect_identical(predict(fit, x[0, ], "outlier"), numeric())
  expect_identical(dim(predict(fit, x[0, ], "prob")), c(0L, 3L))
  expect_identical(dim(predict(fit, x[0, ], "projection")), c(0L, 4L))
})

test_that("projections are those of the loadings", {
  plane <- predict(fit, x, "projection", node = 0)
  expect_identical(colnames(plane), c("node0.1", "node0.2"))
  flat <- x %*% coef(fit, 0, "original")
  expect_equal(apply(flat - plane, 2, sd), c(node0.1 = 0, node0.2 = 0))
  all <- predict(fit, x, "projection")
  expect_identical(colnames(all), colnames(coef(fit)))
  expect_identical(all[, 1:2], plane)
  expect_identical(predict(fit, type = "projection"), all)
  expect_refused(predict(fit, x, "projection", node = 99), "node is 99, but must be 0 to 4")
  expect_refused(predict(fit, x, "projection", node = fit$info$leaves[1]), "is a leaf")
})

test_that("probabilities have a column for each cluster, and rows their names", {
  probability <- predict(fit, x, "prob")
  expect_identical(dimnames(probability), list(NULL, c("1", "2", "3")))
  expect_identical(predict(fit, type = "prob"), probability)
  expect_identical(predict(fit, x[1, , drop = FALSE], "prob"), probability[1, , drop = FALSE])
  expect_identical(dim(predict(fit, x, "prob", k = 2)), c(120L, 2L))
  expect_equal(rowSums(predict(fit, x, "prob", k = 2)), rep(1, 120))
  named <- x[1:2, ]
  rownames(named) <- c("a", "b")
  expect_identical(rownames(predict(fit, named, "prob")), c("a", "b"))
  expect_named(predict(fit, named, "outlier"), c("a", "b"))
  far <- x[1, , drop = FALSE] + 100 * apply(x, 2, sd)
  expect_gt(predict(fit, far, "outlier"), max(predict(fit, type = "outlier")))
})

test_that("k undoes splits", {
  expect_identical(predict(fit, x, k = 2), cutree(fit, 2))
  expect_identical(predict(fit, k = 1), rep(1L, 120))
  expect_refused(predict(fit, x, k = 4), "k is 4, but the model has only 3 clusters")
  expect_refused(predict(fit, x, k = 0), "k is 0, but must be an integer >= 1")
  expect_error(predict(fit, x, type = "margin"), "should be one of")
})
