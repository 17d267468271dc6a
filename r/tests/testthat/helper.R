# Rows with known clusters, and what the laws need. CRAN allows two threads.
options(scpp.threads = 2)

made <- function(rows = 120, clusters = 3, seed = 1, ...)
  scpp_example("scales", rows = rows, clusters = clusters, columns = 12, noise_columns = 4, seed = seed, ...)

rows_of <- function(...) made(...)$x

# The sentence that an expression stops with.
sentence_of <- function(expression) tryCatch({
  force(expression)
  "no error"
}, scpp_error = conditionMessage)

# Each must stop with a sentence of ours that holds `part`.
expect_refused <- function(expression, part) {
  sentence <- sentence_of(expression)
  expect_match(sentence, part, fixed = TRUE)
  expect_false(grepl("\n", sentence))
}

quietly <- function(expression) suppressMessages(suppressWarnings(expression))
