library(testthat)
library(scpp)

test_check("scpp")
