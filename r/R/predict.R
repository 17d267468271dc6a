#' Clusters and coordinates of rows, old or new
#'
#' @param object A fit of [scpp()], or a model of [read_model()].
#' @param newdata Rows with the columns of the fit, as a matrix, data frame or sparse matrix. Columns are found by name, in any
#'   order, where both have names, else by place; others are ignored. Without it, the rows of the fit.
#' @param type `"cluster"` gives the cluster of each row; for the rows of the fit exactly those of the fit. `"prob"` gives
#'   the probability of every cluster for each row. `"outlier"` says how far away from others each row lies, from 0 (its neighbours
#'   are as near as half of its cluster have them; 1/2 when they are twice as far away) to 1. `"projection"` gives the coordinates
#'   in the plane of a split.
#' @param k Use only the first splits, so that at most so many clusters remain; no new fit is needed.
#' @param node For `"projection"`: the node whose plane to use; `NULL` gives the planes of all splits side by side.
#' @param na.action What to do with missing cells: `"error"`, `"mean"` (of the fit) or `"drop-row"`, which gives `NA`; `NULL` does
#'   as the fit did.
#' @param ... Not used.
#' @return For `"cluster"` an integer vector, for `"outlier"` a numeric one, for `"prob"` a matrix with a column for each cluster,
#'   whose rows add up to 1, for `"projection"` a matrix with columns such as `node0.1` and `node0.2`.
#' @examples
#' odd <- seq(1, 150, by = 2)
#' fit <- scpp(iris[odd, 1:4], k = 3)
#' table(predict(fit, iris[-odd, ]), iris$Species[-odd])
#' head(predict(fit, iris[-odd, ], type = "projection", node = 0))
#' head(predict(fit, iris[-odd, ], type = "prob"))
#' head(predict(fit, iris[-odd, ], type = "outlier"))
#' predict(fit, iris[1:5, ], k = 2)
#' @export
predict.scpp <- function(object, newdata, type = c("cluster", "prob", "outlier", "projection"), k = NULL, node = NULL,
                         na.action = NULL, ...) {
  type <- match.arg(type)
  if (!is.null(k)) object <- cut(object, k)
  if (missing(newdata)) {
    if (type == "cluster") return(need_clusters(object))
    rows <- list(x = need_rows(object), kept = object$info$kept, row_names = object$info$row_names)
    count <- if (is.null(rows$kept)) nrow(rows$x) else object$info$count
  } else {
    rows <- rows_for(object, newdata, "newdata")
    count <- nrow(rows$x)
    rows <- completed(object, rows, na.action)
  }
  found <- of_rows(object, rows$x, type, node)
  back_in_place(found, rows$kept, count, rows$row_names)
}

of_rows <- function(object, x, type, node) {
  if (type == "projection") return(planes(object, x, node))
  if (type == "prob") return(probabilities(object, x))
  if (nrow(x) == 0) return(if (type == "cluster") integer() else numeric())
  if (type == "cluster") ask(native_assign(object$model, x)) else ask(native_outlier(object$model, x))
}

probabilities <- function(object, x) {
  found <- if (nrow(x)) ask(native_membership(object$model, x)) else matrix(0, 0, object$k)
  colnames(found) <- seq_len(object$k)
  found
}

planes <- function(object, x, node) {
  nodes <- if (is.null(node)) object$info$splits else node
  each <- lapply(nodes, function(one) {
    there <- if (nrow(x)) ask(native_project(object$model, as.integer(one), x)) else matrix(0, 0, axes_count(object))
    colnames(there) <- paste0("node", one, ".", seq_len(ncol(there)))
    there
  })
  if (length(each)) do.call(cbind, each) else matrix(0, nrow(x), 0)
}

axes_count <- function(object) as.integer(object$info$options[["dimensions"]])

# Rows that were dropped get NA, and rows their names.
back_in_place <- function(found, kept, count, row_names) {
  if (!is.null(kept) && is.matrix(found)) {
    all <- matrix(NA_real_, count, ncol(found), dimnames = dimnames(found))
    all[kept, ] <- found
    found <- all
  } else if (!is.null(kept)) {
    all <- rep(found[0][NA_integer_], count)
    all[kept] <- found
    found <- all
  }
  if (is.matrix(found)) rownames(found) <- row_names else names(found) <- row_names
  found
}

# New rows with the columns of the model, in its order.
rows_for <- function(object, newdata, what) {
  rows <- rows_from(newdata, text = "drop", what = what)
  order <- columns_for(object$info, rows, what)
  if (!identical(order, seq_len(ncol(rows$x)))) rows$x <- rows$x[, order, drop = FALSE]
  rows$columns <- list(names = object$info$columns, places = seq_along(order), source = length(order))
  rows
}

columns_for <- function(info, rows, what) {
  names <- rows$columns$names
  named <- length(info$columns) > 0 && length(info$places) == 0
  wanted <- length(info$mean)
  found <- ncol(rows$x)
  if (named && length(names)) return(by_name(info$columns, rows, what))
  if (length(info$places) && found != wanted) return(by_place(info$places, rows$columns$places, what))
  if (found != wanted)
    refuse(what, " has ", counted(found, "column"), ", but the model was fitted on ", wanted,
           " and there are no names to match them by")
  if (named || length(names))
    note(if (named) paste(what, "has") else "the model has", " no names of columns: they are taken in order")
  seq_len(found)
}

by_name <- function(wanted, rows, what) {
  names <- rows$columns$names
  missing <- setdiff(wanted, names)
  extra <- setdiff(names, wanted)
  if (!length(missing)) return(match(wanted, names))
  sentence <- paste0(what, " lacks ", counted(length(missing), "column"), " of the model: ", listed(missing))
  if (length(extra))
    sentence <- paste0(sentence, ", and has ", counted(length(extra), "column"), " that the model does not know: ",
                       listed(extra))
  near <- nearest_word(missing[1], extra)
  if (any(endsWith(rows$left_out, paste0("'", missing[1], "'"))))
    sentence <- paste0(sentence, "; '", missing[1], "' holds no numbers there")
  else if (length(near))
    sentence <- paste0(sentence, "; is '", near, "' what the model calls '", missing[1], "'?")
  refuse(sentence)
}

by_place <- function(wanted, places, what) {
  lacking <- setdiff(wanted, places)
  if (length(lacking))
    refuse(what, " lacks column ", lacking[1], ", on which the model was fitted; leave out the same columns as then, or none")
  match(wanted, places)
}

# Missing cells of new rows: filled as in the fit, dropped, or refused.
completed <- function(object, rows, na.action) {
  rows$kept <- NULL
  if (anyNA(rows$x)) {
    info <- object$info
    rule <- if (is.null(na.action)) "" else missing_word(na.action)
    if (!rule %in% c("", "error", "mean", "drop-row"))
      refuse("na.action is \"", rule, "\", but for a model must be \"error\", \"mean\" or \"drop-row\"")
    fill <- if (rule == "mean") info$mean else if (rule == "") info$missing_fill
    if (rule == "" && info$missing_rule == "drop-row") rule <- "drop-row"
    if (length(fill)) {
      rows$x <- ask(native_fill(rows$x, rows$columns, fill))
    } else if (rule == "drop-row") {
      rows$kept <- which(!rowSums(is.na(rows$x)))
      rows$x <- rows$x[rows$kept, , drop = FALSE]
    } else {
      refuse("newdata has ", ask(native_missing(rows$x, rows$columns)),
             "; na.action = \"mean\" fills in the means of the fit, \"drop-row\" leaves such rows without a cluster")
    }
  }
  ask(native_require_finite(rows$x, rows$columns))
  rows
}

need_clusters <- function(object) {
  if (is.null(object$cluster)) refuse("this model was read from a file, without the rows of its fit: give them as newdata")
  object$cluster
}

need_rows <- function(object, x = NULL) {
  if (!is.null(x)) return(completed(object, rows_for(object, x, "x"), NULL)$x)
  if (is.null(object$x)) refuse("this model does not hold the rows of its fit: give them as x")
  object$x
}
