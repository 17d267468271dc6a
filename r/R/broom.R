#' A fit as data frames
#'
#' Methods for the generics of broom and its relatives, there when the package generics is.
#'
#' @param x A fit of [scpp()].
#' @param what A row for each cluster (with its size and means, as for [stats::kmeans()]), for each node of the tree, or for each
#'   loading.
#' @param data The rows of the fit, to which to add columns; its own unless given.
#' @param newdata New rows instead.
#' @param ... Not used.
#' @return `tidy()` gives a data frame as `what` says. `glance()` gives one row: `k`, `rows`, `columns`, `splits`, `smallest` and
#'   `largest` (rows of a cluster), `evaluations`, and the least `clarity` of a cluster, see [summary.scpp()]. `augment()` gives the
#'   rows with the columns `.cluster`, `.probability` (that the row belongs to it) and `.outlier`, see [predict.scpp()].
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' if (requireNamespace("generics", quietly = TRUE)) {
#'   print(generics::tidy(fit))
#'   print(generics::glance(fit))
#'   print(head(generics::augment(fit, iris)))
#' }
#' @name tidiers
NULL

#' @rdname tidiers
#' @exportS3Method generics::tidy
tidy.scpp <- function(x, what = c("clusters", "nodes", "loadings"), ...) {
  what <- match.arg(what)
  if (what == "nodes") return(x$nodes)
  if (what == "loadings") {
    axes <- coef(x)
    return(data.frame(column = rep(rownames(axes), ncol(axes)),
                      node = rep(as.integer(sub("node(.*)[.].*", "\\1", colnames(axes))), each = nrow(axes)),
                      axis = rep(as.integer(sub(".*[.]", "", colnames(axes))), each = nrow(axes)),
                      loading = as.vector(axes)))
  }
  leaves <- x$info$leaves
  clusters <- data.frame(cluster = factor(seq_len(x$k)), node = leaves, size = x$size, reason = x$nodes$reason[leaves + 1])
  if (is.null(x$x) || is.null(x$cluster)) return(clusters)
  cbind(clusters, as.data.frame(centres_of(x), optional = TRUE), row.names = NULL)
}

#' @rdname tidiers
#' @exportS3Method generics::glance
glance.scpp <- function(x, ...) {
  splits <- x$nodes[x$info$splits + 1, ]
  data.frame(k = x$k, rows = x$nodes$rows[1], columns = length(x$info$mean), splits = nrow(splits), smallest = min(x$size),
             largest = max(x$size), evaluations = sum(splits$evaluations), clarity = min(verdict_on(x)$clusters$clarity))
}

#' @rdname tidiers
#' @exportS3Method generics::augment
augment.scpp <- function(x, data = NULL, newdata = NULL, ...) {
  if (is.null(newdata) && is.null(data) && !is.null(x$info$kept))
    refuse("rows of the fit were dropped: give all of them as data")
  rows <- if (!is.null(newdata)) newdata else data
  if (is.null(rows)) rows <- matrix(need_rows(x), nrow(x$x), dimnames = list(x$info$row_names, column_names(x)))
  frame <- as.data.frame(if (inherits(rows, "sparseMatrix")) dense_from(rows, "data") else rows, optional = TRUE)
  frame$.cluster <- factor(predict(x, rows), levels = seq_len(x$k))
  probability <- predict(x, rows, type = "prob")
  frame$.probability <- probability[cbind(seq_len(nrow(probability)), as.integer(frame$.cluster))]
  frame$.outlier <- predict(x, rows, type = "outlier")
  frame
}
