#' Draw a fit
#'
#' `"tree"` draws the tree with the rows of each node, `"split"` the rows of a node in the plane of its split, `"loadings"` the
#' columns that matter most in it. [ggplot2::autoplot()] draws the same if ggplot2 is there.
#'
#' @param x,object A fit of [scpp()], or a model of [read_model()]; without rows, a split is drawn with its microclusters.
#' @param type What to draw.
#' @param node The node whose split to draw.
#' @param columns How many columns to show as loadings.
#' @param col Colours of the clusters, or of the sides of a split.
#' @param ... For `plot()`: passed on to the plotting function ([graphics::plot.default()], [graphics::barplot()]).
#' @return `plot()` gives, invisibly, what was drawn: a data frame of nodes and their places, of points, or a matrix of loadings.
#'   `autoplot()` gives a ggplot.
#' @examples
#' fit <- scpp(iris[1:4], k = 3)
#' plot(fit)
#' plot(fit, "split", node = 0)
#' plot(fit, "loadings", node = 0)
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(fit, "split")
#' @export
plot.scpp <- function(x, type = c("tree", "split", "loadings"), node = 0, columns = 10, col = NULL, ...) {
  switch(match.arg(type),
    tree = draw_tree(x, col, ...),
    split = draw_split(x, one_number(node, "node", 0), col, ...),
    loadings = draw_loadings(x, one_number(node, "node", 0), columns, ...))
}

colours <- function(count) hcl.colors(max(count, 2), "Dark 3")[seq_len(count)]

# Where each node stands: leaves side by side, nodes above the middle of their children, deeper ones lower.
tree_layout <- function(fit) {
  nodes <- fit$nodes[c("node", "parent", "rows", "cluster")]
  nodes$x <- as.numeric(nodes$cluster)
  nodes$depth <- 0
  for (node in nodes$node[-1]) nodes$depth[node + 1] <- nodes$depth[nodes$parent[node + 1] + 1] + 1
  for (node in rev(fit$info$splits)) nodes$x[node + 1] <- mean(range(nodes$x[children_of(fit, node) + 1]))
  nodes
}

node_text <- function(nodes) {
  paste0("node ", nodes$node, ifelse(is.na(nodes$cluster), "", paste0("\ncluster ", nodes$cluster)), "\n",
         format(nodes$rows, big.mark = ",", trim = TRUE), " rows")
}

draw_tree <- function(fit, col, main = "", ...) {
  nodes <- tree_layout(fit)
  col <- if (is.null(col)) colours(fit$k) else rep_len(col, fit$k)
  plot(nodes$x, -nodes$depth, type = "n", axes = FALSE, xlab = "", ylab = "", main = main,
       xlim = c(0.5, fit$k + 0.5), ylim = c(-max(nodes$depth) - 0.4, 0.4), ...)
  below <- nodes[!is.na(nodes$parent), ]
  above <- nodes[below$parent + 1, ]
  segments(above$x, -above$depth, below$x, -above$depth)
  segments(below$x, -above$depth, below$x, -below$depth)
  leaf <- !is.na(nodes$cluster)
  points(nodes$x, -nodes$depth, pch = 22, cex = 7, col = "white", bg = "white")
  text(nodes$x, -nodes$depth, node_text(nodes), cex = 0.8, col = ifelse(leaf, col[nodes$cluster], "black"))
  invisible(nodes)
}

# The rows of a node in its plane, or the microclusters where there are no rows.
split_points <- function(fit, node) {
  split <- ask(native_split(fit$model, node))
  children <- children_of(fit, node)
  if (is.null(fit$x) || is.null(fit$cluster)) {
    at <- split$microclusters
    side <- children[split$child + 1]
    weight <- split$weights
  } else {
    cluster <- if (is.null(fit$info$kept)) fit$cluster else fit$cluster[fit$info$kept]
    child <- child_of_cluster(fit, node)[cluster]
    here <- which(!is.na(child))
    at <- ask(native_project(fit$model, node, fit$x[here, , drop = FALSE]))
    side <- child[here]
    weight <- rep(1, length(here))
  }
  second <- if (ncol(at) > 1) at[, 2] else rep(NA_real_, nrow(at))
  data.frame(axis1 = at[, 1], axis2 = second, child = factor(side, levels = children), rows = weight)
}

# For each cluster the child of `node` that it stands below; NA when it does not.
child_of_cluster <- function(fit, node) {
  child <- rep(NA_integer_, nrow(fit$nodes))
  child[children_of(fit, node) + 1] <- children_of(fit, node)
  for (from in fit$nodes$node)  # parents first
    if (!is.na(child[from + 1])) child[children_of(fit, from) + 1] <- child[from + 1]
  leaves <- which(!is.na(fit$nodes$cluster))
  to <- rep(NA_integer_, fit$k)
  to[fit$nodes$cluster[leaves]] <- child[leaves]
  to
}

draw_split <- function(fit, node, col, main = paste("node", node), xlab = "axis 1", ylab = NULL, pch = 20, ...) {
  at <- split_points(fit, node)
  count <- nlevels(at$child)
  col <- if (is.null(col)) colours(count) else rep_len(col, count)
  if (is.na(at$axis2[1])) {
    breaks <- hist(at$axis1, breaks = 30, plot = FALSE)$breaks
    heights <- vapply(split(at, at$child), function(one) {
      tapply(one$rows, cut(one$axis1, breaks, include.lowest = TRUE), sum, default = 0)
    }, numeric(length(breaks) - 1))
    barplot(t(matrix(heights, ncol = count)), col = col, space = 0, border = "white", main = main, xlab = xlab,
            ylab = if (is.null(ylab)) "rows" else ylab, ...)
    marks <- pretty(at$axis1)
    axis(1, (marks - breaks[1]) / (breaks[2] - breaks[1]), marks)
  } else {
    plot(at$axis1, at$axis2, col = col[at$child], pch = pch, main = main, xlab = xlab,
         ylab = if (is.null(ylab)) "axis 2" else ylab, cex = sqrt(at$rows / max(at$rows)), ...)
  }
  legend_above(child_names(fit, levels(at$child)), col)
  invisible(at)
}

# Between picture and title, where it hides nothing.
legend_above <- function(words, col) {
  legend("bottom", words, fill = col, border = NA, bty = "n", horiz = TRUE, inset = c(0, 1), xpd = TRUE, cex = 0.9)
}

child_names <- function(fit, nodes) {
  cluster <- fit$nodes$cluster[as.integer(nodes) + 1]
  ifelse(is.na(cluster), paste("node", nodes), paste("cluster", cluster))
}

# The largest loadings of a split, the largest first.
top_loadings <- function(fit, node, columns) {
  axes <- coef(fit, node)
  axes[head(order(-apply(abs(axes), 1, max)), columns), , drop = FALSE]
}

draw_loadings <- function(fit, node, columns, main = paste("node", node), ...) {
  axes <- top_loadings(fit, node, columns)
  shown <- t(axes[rev(seq_len(nrow(axes))), , drop = FALSE])
  margins <- par("mar")
  on.exit(par(mar = margins))
  par(mar = margins + c(0, min(10, max(nchar(rownames(axes))) / 2.5), 0, 0))
  col <- colours(ncol(axes))
  barplot(shown, beside = TRUE, horiz = TRUE, las = 1, col = col, border = NA, main = main, xlab = "loading", ...)
  legend_above(paste("axis", seq_len(ncol(axes))), col)
  invisible(axes)
}

#' @rdname plot.scpp
#' @exportS3Method ggplot2::autoplot
autoplot.scpp <- function(object, type = c("tree", "split", "loadings"), node = 0, columns = 10, ...) {
  switch(match.arg(type),
    tree = gg_tree(object),
    split = gg_split(object, one_number(node, "node", 0)),
    loadings = gg_loadings(object, one_number(node, "node", 0), columns))
}

gg_tree <- function(fit) {
  nodes <- tree_layout(fit)
  nodes$label <- node_text(nodes)
  below <- nodes[!is.na(nodes$parent), ]
  above <- nodes[below$parent + 1, ]
  branches <- data.frame(x = c(above$x, below$x), y = -rep(above$depth, 2), xend = rep(below$x, 2),
                         yend = -c(above$depth, below$depth))
  aes <- ggplot2::aes
  ggplot2::ggplot(nodes) +
    ggplot2::geom_segment(aes(x = .data$x, y = .data$y, xend = .data$xend, yend = .data$yend), data = branches) +
    ggplot2::geom_label(aes(x = .data$x, y = -.data$depth, label = .data$label, colour = factor(.data$cluster)),
                        size = 3, show.legend = FALSE) +
    ggplot2::scale_x_continuous(expand = ggplot2::expansion(0.1)) +
    ggplot2::scale_y_continuous(expand = ggplot2::expansion(0.1)) + ggplot2::theme_void()
}

gg_split <- function(fit, node) {
  at <- split_points(fit, node)
  at$side <- factor(child_names(fit, as.character(at$child)), child_names(fit, levels(at$child)))
  aes <- ggplot2::aes
  picture <- if (is.na(at$axis2[1])) {
    ggplot2::ggplot(at, aes(.data$axis1, fill = .data$side, weight = .data$rows)) + ggplot2::geom_histogram(bins = 30)
  } else {
    ggplot2::ggplot(at, aes(.data$axis1, .data$axis2, colour = .data$side)) + ggplot2::geom_point(aes(size = .data$rows)) +
      ggplot2::scale_size_area(max_size = 2, guide = "none")
  }
  picture + ggplot2::labs(title = paste("node", node), colour = NULL, fill = NULL, x = "axis 1")
}

gg_loadings <- function(fit, node, columns) {
  axes <- top_loadings(fit, node, columns)
  long <- data.frame(column = factor(rep(rownames(axes), ncol(axes)), rev(rownames(axes))),
                     axis = paste("axis", rep(seq_len(ncol(axes)), each = nrow(axes))), loading = as.vector(axes))
  ggplot2::ggplot(long, ggplot2::aes(.data$loading, .data$column)) + ggplot2::geom_col() +
    ggplot2::facet_wrap("axis") + ggplot2::labs(title = paste("node", node), y = NULL)
}

utils::globalVariables(".data")
