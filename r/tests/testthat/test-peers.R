# The same rows through R's other clusterers. Where columns are mostly noise, scpp sees at least what they see.

test_that("noise hides clusters from others more than from scpp", {
  known <- scpp_example("scales", rows = 240, clusters = 4, columns = 60, noise_columns = 45, seed = 2)
  x <- scale(known$x)
  ari <- function(cluster) scpp_scores(cluster, known$class)[["ari"]]
  ours <- min(ari(scpp(known$x, k = 4)), ari(scpp(known$x, k = 4, quality = "fast")))
  set.seed(1)
  expect_gte(ours, ari(stats::kmeans(x, 4)$cluster) - 0.01)
  expect_gte(ours, ari(stats::cutree(stats::hclust(stats::dist(x), "average"), 4)) - 0.01)
  if (requireNamespace("cluster", quietly = TRUE)) expect_gte(ours, ari(cluster::pam(x, 4)$clustering) - 0.01)
  expect_gt(ours, 0.9)
})
