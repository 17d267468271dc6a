# R collects what nobody holds, at any time: the bindings must hold what they work on.

test_that("bindings hold what they work on while R collects", {
  skip_on_cran()
  x <- rows_of(rows = 60)
  holes <- x
  holes[3, 2] <- NA
  columns <- list(names = colnames(x), places = 1:12, source = 12L)
  work <- function() {
    found <- native_fit(x, columns, "clusters", "3", numeric(), "error", numeric(), function(now) list(now$stage))
    model <- found$model
    list(found, native_describe(model), native_split(model, 0L), native_assign(model, x), native_membership(model, x),
         native_outlier(model, x), native_verdict(model), native_suggest(x, "max-clusters", "3", numeric(), NULL),
         native_project(model, 0L, x), native_cut(model, 2L), native_prune(model, 0L),
         native_settle(holes, columns, "mean", numeric()), native_fill(holes, columns, rep(0, 12)),
         native_missing(holes, columns), native_score(1:4, c(1L, 1L, 2L, 2L)), native_parameters(),
         native_generate("scales", "rows", "20"), native_generators(), sentence_of(ask(native_assign(raw(3), x))))
  }
  quiet <- work()
  old <- gctorture2(3)
  on.exit(gctorture2(old))
  tortured <- work()
  gctorture2(old)
  expect_identical(tortured, quiet)
})
