#' How many clusters are there, and why?
#'
#' Tries 2 clusters and more on some of the rows, and says how clear they would be. `scpp(x)` fits with the number that is suggested
#' here.
#'
#' @inheritParams scpp
#' @param ... Further options by name, as for [scpp()]; `max_clusters` is the largest number that is tried.
#' @return An object of class `scpp_suggestion`: a list with
#'   \item{k}{the number that is suggested}
#'   \item{trials}{a data frame, a row for each number that was tried: `clusters`; `clarity`, how deep the valleys between the
#'     clusters are, from 0 to 1; `modularity`, how well the neighbour graph keeps them apart, as a share of the most that so many
#'     could have}
#'   \item{nearly}{other numbers that are nearly as good, the best first}
#'   \item{reason}{why this number, in a sentence}
#' @examples
#' suggest_k(iris[1:4])
#' suggest_k(iris[1:4])$k
#' @export
suggest_k <- function(x, ..., weights = NULL, na.action = "error", drop = NULL, text = c("refuse", "drop"), seed = 0,
                      threads = getOption("scpp.threads", 0), progress = FALSE) {
  text <- match.arg(text)
  given <- list(...)
  if ("k" %in% names(given)) refuse("suggest_k finds k: it takes the options of scpp but that one")
  if (identical(given$method, "kway")) refuse("method kway cannot suggest a number of clusters; divisive and margin can")
  options <- options_from(c(list(k = "auto"), given, list(seed = seed_from(seed), threads = threads)))
  rows <- rows_to_fit(x, weights, missing_word(na.action), drop, text)
  found <- ask(native_suggest(rows$x, options$names, options$values, rows$weights, progress_from(progress)))
  if (isTRUE(progress)) cat("\n", file = stderr())
  structure(found, class = "scpp_suggestion")
}

#' @export
print.scpp_suggestion <- function(x, ...) {
  if (nrow(x$trials)) {
    shown <- x$trials
    shown[2:3] <- lapply(shown[2:3], formatC, digits = 2, format = "f")
    mark <- ifelse(shown$clusters == x$k, "suggested", ifelse(shown$clusters %in% x$nearly, "nearly as good", ""))
    shown[[" "]] <- format(mark)
    print(shown, row.names = FALSE)
  }
  cat(counted(x$k, "cluster"), ": ", x$reason, "\n", sep = "")
  invisible(x)
}
