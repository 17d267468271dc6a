# R collects what nobody holds, at any time: the bindings must hold what they work on.

test_that("bindings hold what they work on while R collects", {
  skip_on_cran()
  x <- rows_of(rows = 60)
  holes <- x
  holes[3, 2] <- NA
  file <- tempfile()
  columns <- list(names = colnames(x), places = 1:12, source = 12L)
  work <- function() {
    found <- native_fit(x, columns, "clusters", "3", numeric(), "error", numeric(), function(now) list(now$stage))
    model <- found$model
    told <- native_describe(model)
    list(found, told, native_split(model, 0L), native_assign(model, x), native_membership(model, x),
         native_outlier(model, x), native_verdict(model), native_suggest(x, "max-clusters", "3", numeric(), NULL),
         native_project(model, 0L, x), native_cut(model, 2L), native_prune(model, 0L),
         native_split_leaf(model, told$leaves[1], x, numeric(), NULL), native_save(model, file), native_load(file),
         if (native_has_report()) native_report(model, x, found$cluster, "rows", integer(), "", "a note", rep(1, 60), file),
         native_check_options("clusters", "3"), native_require_finite(x, columns), native_clarity_word(0.5), native_version(),
         native_settle(holes, columns, "mean", numeric()), native_fill(holes, columns, rep(0, 12)),
         native_missing(holes, columns), native_score(1:4, c(1L, 1L, 2L, 2L)), native_parameters(),
         native_generate("scales", "rows", "20"), native_generators(), sentence_of(ask(native_assign(raw(3), x))))
  }
  for (i in 1:3) quiet <- work()  # R compiles what is called again; that would take a minute under torture
  old <- gctorture2(3)
  on.exit(gctorture2(old))
  tortured <- work()
  gctorture2(old)
  expect_identical(tortured, quiet)
})

test_that("doubles are read where they lie, everything else is copied once", {
  skip_on_cran()
  x <- matrix(rep(rows_of(rows = 200, columns = 32), each = 100) + seq(0, 1, length.out = 640000), 20000)
  whole <- round(x * 100)
  storage.mode(whole) <- "integer"
  peak_beyond <- function(x) {  # memory of R while it fits, in matrices of doubles: every copy adds one
    force(x)
    before <- gc(reset = TRUE)
    fit <- scpp(x, k = 2, quality = "fast")
    (gc()["Vcells", 6] - before["Vcells", 2]) * 2^20 / (8 * 640000)
  }
  expect_lt(peak_beyond(x), 1)
  expect_lt(peak_beyond(whole), 2)
  expect_lt(peak_beyond(as.data.frame(x)), 2)
})
