x <- rows_of(rows = 300, clusters = 4)

test_that("progress is told", {
  seen <- list()
  fit <- scpp(x, k = 4, progress = function(now) seen[[length(seen) + 1]] <<- now)
  expect_gte(length(seen), 3)
  expect_identical(names(seen[[1]]),
                   c("stage", "node", "rows", "clusters_found", "clusters_wanted", "lambda2", "evaluations"))
  expect_identical(fit$model, scpp(x, k = 4)$model)
  said <- capture.output(fit <- scpp(x, k = 4, progress = TRUE), type = "message")
  expect_match(paste(said, collapse = ""), "clusters so far")
})

test_that("an error in the callback comes out as itself, and nothing is lost", {
  expect_error(scpp(x, k = 4, progress = function(now) stop("in the callback")), "in the callback")
  expect_error(scpp(x, k = 4, progress = function(now) no_such_function()), "could not find function")
  expect_identical(scpp(x, k = 2)$k, 2L)
})

test_that("an interrupt ends a fit that would take days, and R goes on", {
  skip_on_cran()
  skip_on_os("windows")
  code <- 'library(scpp)
    x <- scpp_example("scales", rows = 4000, clusters = 10, columns = 200)$x
    system(paste("(sleep 2; kill -INT", Sys.getpid(), ") >/dev/null 2>&1 &"))
    found <- tryCatch(scpp(x, k = 50, random_starts = 100000, threads = 1), interrupt = function(e) "interrupted")
    cat(found, scpp(x[1:50, ], k = 2)$k)'
  file <- tempfile(fileext = ".R")
  writeLines(code, file)
  paths <- paste(.libPaths(), collapse = ":")
  said <- system2(file.path(R.home("bin"), "Rscript"), file, stdout = TRUE, stderr = FALSE, env = paste0("R_LIBS=", paths))
  expect_identical(said, "interrupted 2")
})

test_that("processes made by fork can fit after a fit", {
  skip_on_os("windows")
  fit <- scpp(x, k = 3)
  forked <- parallel::mclapply(1:2, function(i) scpp(x, k = 3)$model, mc.cores = 2)
  expect_identical(forked[[1]], fit$model)
  expect_identical(forked[[2]], fit$model)
})
