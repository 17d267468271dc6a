#' How many clusters are there, and why?
#'
#' Fits with `k = "auto"`: leaves are split while a split is clearer than that of one even cloud of rows.
#'
#' @param x,... As for [scpp()], without `k`.
#' @return An object of class `scpp_suggestion`: a list with `k`, `splits` (a data frame: how many clusters each split makes, the
#'   `cut` that it has, that which one even cloud would have, the least that such a cloud would have, and its stability), `leaves`
#'   (why each was not split) and `fit`, the fit itself.
#' @examples
#' suggest_k(iris[1:4])
#' suggest_k(iris[1:4])$k
#' @export
suggest_k <- function(x, ...) {
  given <- list(...)
  if ("k" %in% names(given)) refuse("suggest_k finds k: it takes all arguments of scpp but that one")
  if (identical(given$method, "kway")) refuse("method kway cannot suggest a number of clusters; divisive and margin can")
  fit <- scpp(x, k = "auto", ...)
  fit$call <- match.call()
  nodes <- fit$nodes[fit$info$splits + 1, ]
  leaves <- fit$nodes[fit$info$leaves + 1, c("node", "rows", "cluster", "reason", "sentence")]
  splits <- data.frame(clusters = seq_along(fit$info$splits) + 1L,
                       nodes[c("node", "rows", "cut", "cloud_cut", "cloud_least", "stability")])
  rownames(splits) <- rownames(leaves) <- NULL
  structure(list(k = fit$k, splits = splits, leaves = leaves, fit = fit), class = "scpp_suggestion")
}

#' @export
print.scpp_suggestion <- function(x, ...) {
  if (nrow(x$splits)) {
    shown <- x$splits
    shown[4:7] <- lapply(shown[4:7], four_digits)
    names(shown) <- c("clusters", "node", "rows", "its cut", "of one cloud", "at least", "stability")
    print(shown, row.names = FALSE)
  }
  for (i in seq_len(nrow(x$leaves)))
    cat("node ", x$leaves$node[i], " stays whole, ", counted(x$leaves$rows[i], "row"), ": ", x$leaves$sentence[i], "\n", sep = "")
  cat("suggested: k = ", x$k, "\n", sep = "")
  invisible(x)
}
