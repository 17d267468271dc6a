# Rscript coverage.R PACKAGE: which lines of the package's R code its tests run, in percent; PACKAGE is a folder that scripts/r-package
# made. Needs covr (scripts/setup r). Fails below 95.
package <- commandArgs(TRUE)[1]
run <- sprintf('testthat::test_dir("%s", package = "scpp", load_package = "installed", reporter = "check")',
               file.path(package, "tests", "testthat"))
found <- covr::package_coverage(package, type = "none", code = run, quiet = FALSE)
lines <- as.data.frame(found)
lines <- lines[endsWith(lines$filename, ".R") & lines$filename != "R/RcppExports.R", ]
for (file in unique(lines$filename)) {
  here <- lines[lines$filename == file, ]
  missed <- unique(here$first_line[here$value == 0])
  cat(sprintf("%-20s %5.1f %%", file, 100 * mean(here$value > 0)), if (length(missed)) c("  not run: line", missed), "\n")
}
share <- 100 * mean(lines$value > 0)
cat(sprintf("%d expressions of R code, %.1f %% run\n", nrow(lines), share))
if (share < 95) quit(status = 1)
