# SCPP_CLI names the command line, where there is one: labels and models are the same bytes.

cli <- Sys.getenv("SCPP_CLI")

run <- function(arguments) {
  said <- suppressWarnings(system2(cli, shQuote(arguments), stdout = TRUE, stderr = TRUE))
  expect_true(is.null(attr(said, "status")) || attr(said, "status") == 1, info = paste(said, collapse = "\n"))
}

variants <- list(list(k = 3), list(k = "auto"), list(k = 5, quality = "default"), list(k = 4, method = "margin"),
                 list(k = 3, method = "kway"), list(k = 6, laplacian = "standard", balance = 0.1),
                 list(k = 4, kernel = "laplace", dimensions = 3), list(k = 5, standardise = FALSE, seed = 7, start = "random"),
                 list(k = 4, sketch = "always", cells = 50), list(k = 4, rule = "size-and-lambda2", parametrisation = "polar"))

# Five tables as files: every kind that the command line makes, and one with other columns, in other units.
tables <- function(folder) {
  kinds <- native_generators()$kinds
  made <- file.path(folder, paste0(kinds, ".csv"))
  for (i in seq_along(kinds)) {
    run(c("generate", kinds[i], "--rows", "150", "-k", "4", "-o", made[i]))
    expect_equal(as.matrix(utils::read.csv(made[i])), scpp_example(kinds[i], rows = 150, clusters = 4)$x, ignore_attr = TRUE)
  }
  flowers <- file.path(folder, "iris.csv")
  utils::write.csv(datasets::iris[1:4], flowers, row.names = FALSE, quote = FALSE)
  c(made, flowers)
}

test_that("models and labels are those of the command line", {
  skip_if(cli == "", "SCPP_CLI is not set")
  folder <- tempfile()
  dir.create(folder)
  files <- tables(folder)
  expect_gte(length(files), 5)
  model <- file.path(folder, "model.scpp")
  labels <- file.path(folder, "labels.csv")
  for (data in files) for (options in variants) {
    x <- as.matrix(utils::read.csv(data, check.names = FALSE))
    names <- sub("^k$", "clusters", gsub("_", "-", names(options)))
    values <- vapply(options, text_of, "", "")
    run(c("fit", data, as.vector(rbind(paste0("--", names), values)), "--model", model, "--labels", labels))
    fit <- suppressWarnings(do.call(scpp, c(list(x, threads = 0), options)))
    what <- paste(basename(data), paste(names, values, collapse = " "))
    expect_identical(readBin(model, "raw", 1e8), fit$model, info = what)
    expect_identical(utils::read.csv(labels)$label + 1L, fit$cluster, info = what)
  }
})

test_that("missing cells are filled as on the command line", {
  skip_if(cli == "", "SCPP_CLI is not set")
  x <- rows_of(rows = 60)
  x[cbind(c(3, 9, 9), c(1, 2, 5))] <- NA
  data <- tempfile(fileext = ".csv")
  utils::write.csv(x, data, row.names = FALSE, quote = FALSE, na = "")
  x <- as.matrix(utils::read.csv(data))
  model <- tempfile()
  for (rule in c("mean", "median", "drop-row", "drop-column")) {
    run(c("fit", data, "-k", "3", "--missing", rule, "--model", model))
    fit <- quietly(scpp(x, k = 3, na.action = rule, threads = 0))
    expect_identical(readBin(model, "raw", 1e8), fit$model, info = rule)
  }
})

test_that("probabilities and outlier scores are those of the command line", {
  skip_if(cli == "", "SCPP_CLI is not set")
  x <- rows_of()
  files <- tempfile(fileext = c(".csv", ".scpp", ".labels.csv"))
  utils::write.csv(x, files[1], row.names = FALSE, quote = FALSE)
  x <- as.matrix(utils::read.csv(files[1]))
  fit <- scpp(x, k = 3)
  write_model(fit, files[2])
  run(c("predict", files[2], files[1], "--scores", "--labels", files[3]))
  told <- utils::read.csv(files[3])
  most <- 0.501e-4  # values of at most 1, which the file has in four digits
  expect_lt(max(abs(told$probability - predict(fit, type = "prob")[cbind(1:120, fit$cluster)])), most)
  expect_lt(max(abs(told$outlier - predict(fit, type = "outlier"))), most)
})
