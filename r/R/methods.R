#' @export
print.scpp <- function(x, ...) {
  weighed <- if (length(x$weights)) paste(" that count as", format(x$nodes$rows[1]))
  cat(counted(x$k, "cluster"), ", ", counted(sum(x$size), "row"), weighed, ", ", counted(length(x$info$mean), "column"), "\n",
      sep = "")
  cat("rows in each:", format(x$size, trim = TRUE), "\n")
  for (what in c(verdict_on(x)$sentence, x$note)) cat(what, "\n", sep = "")
  cat("summary() shows the tree, plot() draws it\n")
  invisible(x)
}

#' What was found
#'
#' How clear the clusters are, and the tree of a fit, split by split, with the columns that matter most in each and the reason why
#' each leaf was not split.
#'
#' Clarity is 1 where no rows lie between a cluster and its nearest one, and 0 where there is no valley between them: from 0.7 on
#' a cluster is clear, below 0.3 it is doubtful, between them it is weak. That of a split is how clear its clusters are beside those
#' on its other side. Models of earlier versions have none.
#'
#' @param object A fit of [scpp()], or a model of [read_model()].
#' @param columns How many columns to name for each axis.
#' @param x A summary.
#' @param ... Not used.
#' @return A list of class `summary.scpp` with `verdict` (a sentence), `clusters` (a data frame: `cluster`, `rows`, `clarity`, its
#'   `word`, and the `nearest` cluster), `nodes` (as in the fit, with the `clarity` of each split), `loadings` (for each split the
#'   largest entries of each axis), `options` (those that differ from the defaults), `k`, `size` and `columns`.
#' @examples
#' summary(scpp(iris[1:4], k = 3))
#' @export
summary.scpp <- function(object, columns = 5, ...) {
  splits <- object$info$splits
  loadings <- lapply(splits, function(node) {
    axes <- coef(object, node)
    lapply(seq_len(ncol(axes)), function(j) head(axes[order(-abs(axes[, j])), j, drop = TRUE], columns))
  })
  defaults <- native_parameters()
  told <- object$info$options
  changed <- told[defaults$name][told[defaults$name] != defaults$default]
  verdict <- verdict_on(object)
  structure(list(verdict = verdict$sentence, clusters = verdict$clusters,
                 nodes = cbind(object$nodes, clarity = verdict$splits),
                 children = object$info$children, loadings = setNames(loadings, splits),
                 options = setNames(changed, r_name(names(changed))), k = object$k, size = object$size,
                 columns = length(object$info$mean), missing_rule = object$info$missing_rule),
            class = "summary.scpp")
}

#' @rdname summary.scpp
#' @export
print.summary.scpp <- function(x, ...) {
  cat(counted(x$k, "cluster"), ", ", counted(x$nodes$rows[1], "row"), ", ", counted(x$columns, "column"), "\n", sep = "")
  for (sentence in x$verdict) cat(sentence, "\n", sep = "")
  if (length(x$options)) cat("options: ", paste(names(x$options), "=", x$options, collapse = ", "), "\n", sep = "")
  if (nzchar(x$missing_rule)) cat("missing cells: ", x$missing_rule, "\n", sep = "")
  show_node <- function(number, before, indent) {
    here <- x$nodes[number + 1, ]
    cat(before, "node ", number, ": ", counted(here$rows, "row"), ", ", sep = "")
    if (!length(x$children[[number + 1]]))
      return(cat("cluster ", here$cluster, apartness(x$clusters[here$cluster, ]), ": ", here$sentence, "\n", sep = ""))
    if (!is.na(here$clarity)) cat(clarity_told(here$clarity), ", ", sep = "")
    cat("lambda2 ", four_digits(here$lambda2), if (!is.na(here$cut)) paste0(", cut ", four_digits(here$cut)), "\n", sep = "")
    axes <- x$loadings[[as.character(number)]]
    for (j in seq_along(axes))
      cat(indent, "|  axis ", j, "  ", paste(sprintf("%+.4g %s", axes[[j]], names(axes[[j]])), collapse = ", "), "\n", sep = "")
  }
  open <- list(list(0, "", ""))  # a loop: a chain of splits may be longer than R's stack is deep
  while (length(open)) {
    line <- open[[length(open)]]
    open[[length(open)]] <- NULL
    do.call(show_node, line)
    children <- x$children[[line[[1]] + 1]]
    for (i in rev(seq_along(children))) {
      last <- i == length(children)
      open[[length(open) + 1]] <- list(children[i], paste0(line[[3]], if (last) "`- " else "|- "),
                                       paste0(line[[3]], if (last) "   " else "|  "))
    }
  }
  invisible(x)
}

# How clear clusters and splits are; NA throughout, and no sentence, for models of earlier versions.
verdict_on <- function(fit) {
  found <- ask(native_verdict(fit$model))
  none <- list(sentence = character(), clarity = rep(NA_real_, fit$k), nearest = rep(NA_integer_, fit$k),
               splits = rep(NA_real_, nrow(fit$nodes)))
  if (is.null(found)) found <- none
  word <- vapply(found$clarity, function(clarity) if (is.na(clarity)) NA_character_ else native_clarity_word(clarity), "")
  list(sentence = found$sentence, splits = found$splits,
       clusters = data.frame(cluster = seq_len(fit$k), rows = fit$size, clarity = found$clarity, word = word,
                             nearest = found$nearest))
}

# "clear (0.93)"
clarity_told <- function(clarity) paste0(native_clarity_word(clarity), " (", four_digits(clarity), ")")

# ", weak (0.5), nearest to cluster 3"
apartness <- function(cluster) {
  if (is.na(cluster$nearest)) return("")
  paste0(", ", clarity_told(cluster$clarity), if (cluster$word != "clear") paste(", nearest to cluster", cluster$nearest))
}

column_names <- function(fit) if (length(fit$info$columns)) fit$info$columns else paste0("column ", seq_along(fit$info$mean))

#' Loadings: which columns a split looks at
#'
#' The axes of a split's plane in terms of the columns.
#'
#' @param object A fit of [scpp()], or a model of [read_model()].
#' @param node A node that was split; `NULL` gives the axes of all splits side by side.
#' @param units `"standardised"` gives loadings of columns in units of the fit, which can be compared with each other;
#'   `"original"` those of the columns as they are, so that `x %*% coef(fit, 0, "original")` and
#'   `predict(fit, x, "projection", node = 0)` differ by a constant.
#' @param ... Not used.
#' @return A matrix with a row for each column of the data and a column for each axis.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' coef(fit, node = 0)
#' coef(fit)
#' @export
coef.scpp <- function(object, node = NULL, units = c("standardised", "original"), ...) {
  units <- match.arg(units)
  nodes <- if (is.null(node)) object$info$splits else vapply(node, one_number, 1L, "node", 0)
  each <- lapply(nodes, function(one) {
    axes <- ask(native_split(object$model, one))$directions
    dimnames(axes) <- list(column_names(object), paste0("node", one, ".", seq_len(ncol(axes))))
    if (units == "original") axes * object$info$scale else axes
  })
  if (length(each)) do.call(cbind, each) else matrix(0, length(object$info$mean), 0, dimnames = list(column_names(object), NULL))
}

#' Clusters of the rows, or the centre of each row's cluster
#'
#' @param object A fit of [scpp()].
#' @param method `"classes"` for clusters, `"centers"` for the mean of each row's cluster, as [stats::fitted()] does for
#'   [stats::kmeans()].
#' @param ... Not used.
#' @return An integer vector, or a matrix with a row for each row of the fit.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' table(fitted(fit))
#' head(residuals <- iris[1:4] - fitted(fit, "centers"))
#' @export
fitted.scpp <- function(object, method = c("classes", "centers"), ...) {
  method <- match.arg(method)
  if (method == "classes") return(need_clusters(object))
  centres_of(object)[need_clusters(object), , drop = FALSE]
}

# Means of the clusters, in units of the columns.
centres_of <- function(fit) {
  x <- need_rows(fit)
  cluster <- if (is.null(fit$info$kept)) fit$cluster else fit$cluster[fit$info$kept]
  weights <- if (length(fit$weights)) fit$weights else rep(1, nrow(x))
  label <- factor(cluster, levels = seq_len(fit$k))
  sums <- rowsum(x * weights, label, reorder = TRUE)
  centres <- sums / as.vector(rowsum(weights, label, reorder = TRUE))
  dimnames(centres) <- list(seq_len(fit$k), column_names(fit))
  centres
}

#' Fit again with other arguments
#'
#' The call of the fit is made again, with some arguments changed.
#'
#' @param object A fit of [scpp()].
#' @param ... Arguments of [scpp()].
#' @param evaluate `FALSE` gives the call and does not fit.
#' @return A fit, or a call.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' update(fit, k = 2)
#' update(fit, seed = 1, evaluate = FALSE)
#' @export
update.scpp <- function(object, ..., evaluate = TRUE) {
  call <- object$call
  if (is.null(call)) refuse("this model was read from a file, and has no call to make again")
  for (name in ...names()) call[[name]] <- match.call(expand.dots = FALSE)$...[[name]]
  if (evaluate) eval(call, parent.frame()) else call
}
