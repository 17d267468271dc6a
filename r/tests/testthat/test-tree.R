x <- rows_of(rows = 200, clusters = 5)
fit <- scpp(x, k = 5, quality = "fast")

test_that("cutting is nested, and what predict does", {
  for (k in 1:5) {
    expect_identical(cutree(fit, k), predict(fit, x, k = k))
    expect_identical(cut(fit, k)$k, k)
    expect_identical(max(cutree(fit, k)), k)
  }
  all <- cutree(fit, k = 1:5)
  expect_identical(dim(all), c(200L, 5L))
  expect_identical(all[, "5"], fit$cluster)
  for (k in 2:5) expect_true(all(rowSums(table(all[, k], all[, k - 1]) > 0) == 1))
  expect_identical(cutree(fit, h = 0), fit$cluster)
  expect_identical(cutree(fit, h = 3), cutree(fit, k = 2))
  expect_refused(cutree(fit), "cutree needs k")
  expect_identical(cutree(hclust(dist(1:5)), k = 2), stats::cutree(hclust(dist(1:5)), k = 2))
})

test_that("hclust and dendrogram cut as the model does", {
  tree <- as.hclust(fit)
  expect_s3_class(tree, "hclust")
  for (k in 2:5) expect_identical(unname(stats::cutree(tree, k))[fit$cluster], cutree(fit, k))
  dendrogram <- as.dendrogram(fit)
  expect_s3_class(dendrogram, "dendrogram")
  expect_identical(order.dendrogram(dendrogram), 1:5)
  expect_identical(attr(dendrogram, "members"), 5L)
  expect_equal(stats::cophenetic(as.hclust(dendrogram)), stats::cophenetic(tree), ignore_attr = TRUE)
  expect_output(print(tree), "Number of objects: 5")
  expect_silent({
    pdf(NULL)
    plot(dendrogram)
    plot(tree)
    dev.off()
  })
  one <- scpp(x, k = 1)
  expect_refused(as.hclust(one), "needs at least two")
  expect_true(stats::is.leaf(as.dendrogram(one)))
})

test_that("a split into many at once is a tree, too", {
  flat <- scpp(x, k = 4, method = "kway")
  expect_identical(length(as.dendrogram(flat)), flat$k)
  expect_identical(length(as.hclust(flat)$height), flat$k - 1L)
  expect_identical(cut(flat, 2)$cluster, predict(flat, x, k = 2))
})

test_that("pruning joins what stands below a node", {
  node <- fit$nodes$node[which(fit$nodes$order == 2)]
  pruned <- prune(fit, node)
  expect_lt(pruned$k, fit$k)
  expect_identical(predict(pruned, x), pruned$cluster)
  expect_identical(prune(fit, 0)$k, 1L)
  expect_error(prune(fit, 99), class = "scpp_error")
  expect_refused(prune(fit, -1), "node is -1, but must be an integer >= 0")
  expect_refused(prune(fit, "a"), "node is a")
})

test_that("a leaf is cut in two", {
  four <- scpp(x, k = 4, quality = "fast")
  leaf <- setdiff(fit$nodes$node[which(fit$nodes$order == 4)], -1)
  more <- split_node(four, leaf)
  expect_identical(more$k, 5L)
  expect_identical(more$cluster, predict(more, x))
  expect_identical(more$cluster, fit$cluster)
  expect_identical(cut(more, 4)$cluster, four$cluster)
  without <- scpp(x, k = 4, quality = "fast", keep_x = FALSE)
  expect_refused(split_node(without, leaf), "give them as x")
  expect_identical(split_node(without, leaf, rows = x)$model, more$model)
  expect_error(split_node(four, 0), class = "scpp_error")
})

test_that("clusters of dropped rows stay NA when splits are undone or made", {
  holes <- x
  holes[7, 1] <- NA
  dropped <- quietly(scpp(holes, k = 4, na.action = "drop-row"))
  expect_identical(which(is.na(cut(dropped, 2)$cluster)), 7L)
  expect_identical(which(is.na(prune(dropped, 0)$cluster)), 7L)
  leaf <- dropped$info$leaves[which.max(dropped$size)]
  expect_identical(which(is.na(split_node(dropped, leaf)$cluster)), 7L)
})

test_that("a chain of splits may be longer than R's stack is deep", {
  chain <- function(splits) {
    node <- 0:(2 * splits)
    inner <- node %% 2 == 0 & node < 2 * splits
    list(k = splits + 1L,
         nodes = data.frame(node = node, cluster = replace(rep(NA_integer_, length(node)), !inner, seq_len(splits + 1)),
                            order = replace(rep(NA_integer_, length(node)), inner, seq_len(splits))),
         info = list(children = lapply(node, function(one) if (inner[one + 1]) one + 1:2 else integer()), splits = node[inner]))
  }
  deep <- chain(3000)
  expect_identical(coarser(deep, chain(1)), rep(1:2, c(1, 3000)))
  expect_equal(child_of_cluster(deep, 0), rep(1:2, c(1, 3000)))
  expect_identical(attr(as.dendrogram.scpp(deep), "members"), 3001L)
  expect_identical(attr(as.dendrogram.scpp(deep), "height"), 3000L)
})
