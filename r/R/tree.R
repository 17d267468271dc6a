# The tree: smaller, larger, and as R's other trees.

children_of <- function(fit, node) fit$info$children[[node + 1]]

# The nodes of the fine tree's leaves -> clusters of the same tree with splits undone.
coarser <- function(fine, coarse) {
  place <- integer(nrow(fine$nodes))  # of every node: itself in the coarse tree, or what it became part of
  for (node in fine$nodes$node) {     # parents first
    children <- children_of(fine, node)
    there <- children_of(coarse, place[node + 1])
    place[children + 1] <- if (length(there)) there else place[node + 1]
  }
  leaves <- which(!is.na(fine$nodes$cluster))
  to <- integer(fine$k)
  to[fine$nodes$cluster[leaves]] <- coarse$nodes$cluster[place[leaves] + 1]
  to
}

# The same fit with another model, of which it had more splits.
with_smaller_model <- function(fit, model) {
  smaller <- new_scpp(model, fit$x, fit$weights, fit$info$kept, fit$info$count, fit$info$row_names, fit$call)
  smaller$note <- fit$note
  if (is.null(fit$cluster)) return(smaller)
  cluster <- coarser(fit, smaller)[fit$cluster]
  with_clusters(smaller, if (is.null(fit$info$kept)) cluster else cluster[fit$info$kept])
}

one_number <- function(value, name, least) {
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value != round(value) || value < least)
    refuse(name, " is ", paste(format(value), collapse = " "), ", but must be an integer >= ", least)
  as.integer(value)
}

#' Undo splits, or make one more
#'
#' `cut()` undoes the last splits, so that at most `k` clusters are left; `prune()` removes everything below a node;
#' `split_node()` cuts a leaf in two. None of them fits anew.
#'
#' `prune()` is a generic of its own with the arguments of that of rpart, for which a method is registered, too.
#'
#' @param x,tree,fit A fit of [scpp()], or a model of [read_model()].
#' @param k How many clusters to keep.
#' @param node The number of a node, as `fit$nodes` and `plot(fit)` show it.
#' @param rows,weights The rows (and weights) of the fit, where the fit does not hold them.
#' @param progress As for [scpp()].
#' @param ... Not used.
#' @return An object of class `scpp`.
#' @examples
#' fit <- scpp(iris[1:4], k = 4, quality = "fast")
#' cut(fit, 2)
#' prune(fit, 1)$k
#' leaf <- fit$nodes$node[which.max(fit$nodes$rows * !is.na(fit$nodes$cluster))]
#' split_node(fit, leaf)$k
#' @name edit
NULL

#' @rdname edit
#' @export
cut.scpp <- function(x, k, ...) {
  k <- one_number(k, "k", 1)
  if (k > x$k) refuse("k is ", k, ", but the model has only ", counted(x$k, "cluster"))
  with_smaller_model(x, ask(native_cut(x$model, k)))
}

#' @rdname edit
#' @export
prune <- function(tree, ...) UseMethod("prune")

#' @rdname edit
#' @export
prune.scpp <- function(tree, node, ...) {
  with_smaller_model(tree, ask(native_prune(tree$model, one_number(node, "node", 0))))
}

#' @rdname edit
#' @export
split_node <- function(fit, node, rows = NULL, weights = NULL, progress = FALSE) {
  node <- one_number(node, "node", 0)
  x <- need_rows(fit, rows)
  weights <- if (is.null(rows)) fit$weights else weights_from(weights, nrow(x))
  model <- ask(native_split_leaf(fit$model, node, x, weights, progress_from(progress)))
  larger <- new_scpp(model, fit$x, fit$weights, fit$info$kept, fit$info$count, fit$info$row_names, fit$call)
  larger$note <- fit$note
  if (is.null(fit$cluster)) return(larger)
  with_clusters(larger, ask(native_assign(model, x)))
}

#' Clusters at several resolutions
#'
#' The clusters of the rows with only the first splits of the tree, for one or more numbers of clusters. A generic, so that
#' [stats::cutree()] goes on working for trees of [stats::hclust()].
#'
#' @param tree A fit of [scpp()], or whatever [stats::cutree()] takes.
#' @param k Numbers of clusters.
#' @param h Heights at which to cut the tree of [as.hclust.scpp()].
#' @param ... Not used.
#' @return An integer vector with the cluster of each row, or a matrix with a column for each `k` or `h`.
#' @examples
#' fit <- scpp(iris[1:4], k = 4, quality = "fast")
#' table(cutree(fit, k = 2), cutree(fit, k = 3))
#' head(cutree(fit, k = 1:4))
#' cutree(hclust(dist(1:5)), k = 2)
#' @export
cutree <- function(tree, k = NULL, h = NULL, ...) UseMethod("cutree")

#' @export
cutree.default <- function(tree, k = NULL, h = NULL, ...) stats::cutree(tree, k, h)

#' @rdname cutree
#' @export
cutree.scpp <- function(tree, k = NULL, h = NULL, ...) {
  need_clusters(tree)
  if (is.null(k) && is.null(h)) refuse("cutree needs k, the number of clusters, or h, a height")
  names <- if (is.null(k)) h else k
  if (is.null(k)) k <- vapply(h, function(one) 1 + sum(heights_of(tree) > one), 1)
  each <- vapply(k, function(one) cut(tree, one)$cluster, tree$cluster)
  if (length(k) == 1) setNames(as.vector(each), names(tree$cluster)) else {
    colnames(each) <- names
    each
  }
}

# The last split has height 1, the one before it 2, ...
heights_of <- function(fit) rev(seq_along(fit$info$splits))

#' The tree as R's other trees
#'
#' A dendrogram or [stats::hclust()] tree of the clusters, whose heights say in which order the splits were made: the last one has
#' height 1, so that cutting the tree undoes splits as [cut.scpp()] does.
#'
#' @param object,x A fit of [scpp()], or a model of [read_model()].
#' @param ... Not used.
#' @return `as.dendrogram()` gives an object of class `dendrogram`, `as.hclust()` one of class `hclust`, with a leaf for each
#'   cluster.
#' @examples
#' fit <- scpp(iris[1:4], k = 4, quality = "fast")
#' plot(as.dendrogram(fit))
#' as.hclust(fit)$merge
#' @name trees
NULL

#' @rdname trees
#' @export
as.dendrogram.scpp <- function(object, ...) {
  height <- heights_of(object)
  built <- list()
  build <- function(node) {
    children <- children_of(object, node)
    if (!length(children)) {
      number <- object$nodes$cluster[node + 1]
      return(structure(number, members = 1L, height = 0, label = as.character(number), leaf = TRUE))
    }
    below <- built[children + 1]
    members <- vapply(below, attr, 1L, "members")
    middle <- vapply(below, function(one) if (is.null(attr(one, "midpoint"))) 0 else attr(one, "midpoint"), 0)
    last <- length(below)
    structure(below, members = sum(members), height = height[object$nodes$order[node + 1]],
              midpoint = (middle[1] + sum(members[-last]) + middle[last]) / 2)
  }
  for (node in rev(object$nodes$node)) built[[node + 1]] <- build(node)  # children first
  structure(built[[1]], class = "dendrogram")
}

#' @rdname trees
#' @export
as.hclust.scpp <- function(x, ...) {
  if (x$k < 2) refuse("one cluster is no tree: as.hclust needs at least two")
  heights <- heights_of(x)
  merge <- matrix(0L, 0, 2)
  height <- numeric()
  made <- list()  # node -> the merge that made it
  number <- function(node) if (length(children_of(x, node))) made[[as.character(node)]] else -x$nodes$cluster[node + 1]
  for (node in rev(x$info$splits)) {
    children <- vapply(children_of(x, node), number, 1L)
    here <- children[1]
    for (child in children[-1]) {
      pair <- c(here, child)
      merge <- rbind(merge, pair[order(pair > 0, abs(pair))])
      height <- c(height, heights[x$nodes$order[node + 1]])
      here <- nrow(merge)
    }
    made[[as.character(node)]] <- here
  }
  structure(list(merge = unname(merge), height = height, order = seq_len(x$k), labels = as.character(seq_len(x$k)),
                 method = "scpp", call = x$call, dist.method = NULL), class = "hclust")
}
