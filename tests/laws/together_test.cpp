// With several threads leaves are searched at the same time, some on suspicion: nobody can tell from the
// model.
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

FitOptions quick_fit(int clusters, int threads) {
  FitOptions options;
  options.clusters = clusters;
  options.threads = threads;
  options.split.microclusters = 40;
  options.split.pursuit.max_steps = 15;
  return options;
}

std::string model_with(const RowMatrix& rows, FitOptions options, int threads) {
  options.threads = threads;
  Fit result = fit(build::view(rows), options);
  result.model.options.threads = 1;
  return to_bytes(result.model);
}

void expect_same_model(const RowMatrix& rows, const FitOptions& options) {
  const std::string alone = model_with(rows, options, 1);
  for (const int threads : {2, 5})
    EXPECT_TRUE(model_with(rows, options, threads) == alone) << threads << " threads";
}

TEST(Together, EveryRuleGrowsTheTreeOfOneThread) {
  const auto made = build::blobs(400, 6, 8, 2.0, 1);
  for (const LeafRule rule : {LeafRule::largest, LeafRule::least_lambda2, LeafRule::size_and_lambda2}) {
    FitOptions options = quick_fit(8, 1);
    options.tree.rule = rule;
    expect_same_model(made.rows, options);
  }
}

TEST(Together, SoDoesAnyNumberOfClusters) {
  const auto made = build::blobs(300, 5, 4, 3.0, 2);
  for (const int clusters : {2, 3, 5, 9}) expect_same_model(made.rows, quick_fit(clusters, 1));
  const auto few = build::blobs(90, 3, 3, 4.0, 6);
  expect_same_model(few.rows, quick_fit(choose_clusters, 1));
}

/// A leaf without a split has its reason only if the tree came to ask for it.
TEST(Together, ALeafThatCannotBeSplitIsClosedWhenItIsItsTurn) {
  auto made = build::blobs(300, 5, 5, 3.0, 3);
  for (Index row = 0; row < 110; ++row) made.rows.row(row).setConstant(20);
  for (const LeafRule rule : {LeafRule::largest, LeafRule::least_lambda2})
    for (const int clusters : {3, 5, 6, 8}) {
      FitOptions options = quick_fit(clusters, 1);
      options.tree.rule = rule;
      expect_same_model(made.rows, options);
    }
}

/// How often the caller is told with several threads depends on who was quicker: at least of every split.
TEST(Together, OnlyTheCallerIsToldAndCanCancelAtAnyCall) {
  const auto made = build::blobs(200, 4, 6, 2.0, 4);
  const auto caller = std::this_thread::get_id();
  const auto calls_with = [&](int threads) {
    int calls = 0;
    fit(build::view(made.rows), quick_fit(6, threads), {}, [&](const Progress&) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      return ++calls > 0;
    });
    return calls;
  };
  const int alone = calls_with(1);
  ASSERT_GT(alone, 9);  // five splits, and the steps of the first search at least
  EXPECT_GE(calls_with(3), 5);
  for (int last = 1; last < alone; last += 3) {
    int so_far = 0;
    try {
      fit(build::view(made.rows), quick_fit(6, 3), {}, [&](const Progress&) { return ++so_far < last; });
      EXPECT_LT(so_far, last) << "other threads may have done what the caller is told when it is alone";
    } catch (const Cancelled&) {
      EXPECT_EQ(so_far, last) << "nothing is called after the refusal";
    }
  }
}

TEST(Together, WhatTheObserverThrowsComesBack) {
  const auto made = build::blobs(200, 4, 6, 2.0, 5);
  const auto throws = [&](int last) {
    int so_far = 0;
    fit(build::view(made.rows), quick_fit(6, 3), {}, [&](const Progress& progress) {
      if (progress.clusters_found >= last && ++so_far == 2) throw std::out_of_range("from the observer");
      return true;
    });
  };
  for (const int clusters : {1, 2, 3, 4}) EXPECT_THROW(throws(clusters), std::out_of_range);
}

}  // namespace
}  // namespace scpp
