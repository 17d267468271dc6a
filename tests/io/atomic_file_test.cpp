#include "scpp/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "io/formats.hpp"
#include "io_support.hpp"

namespace scpp {
namespace {

using Names = std::vector<std::string>;

TEST(AtomicFile, AppearsOnlyOnCommit) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t", "old");
  {
    AtomicFile file(path);
    file.write("new ");
    file.write("content");
    EXPECT_EQ(content_of(path), "old");
    file.commit();
    EXPECT_EQ(content_of(path), "new content");
  }
  EXPECT_EQ(folder.names(), Names{"t"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  { AtomicFile(folder.path("t")).write("unfinished"); }
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, WhatAnInterruptionLeavesCanBeRemoved) {
  const TemporaryFolder folder;
  folder.write("target", "old");
  std::filesystem::create_symlink("target", folder.path("link"));
  const AtomicFile fresh(folder.path("fresh")), behind_link(folder.path("link")),
      other(folder.path("fresh2"));
  ASSERT_EQ(folder.names().size(), 5u);
  remove_unfinished(folder.path("fresh"));
  remove_unfinished(folder.path("link"));
  EXPECT_THAT(folder.names(),
              testing::UnorderedElementsAre("target", "link", testing::StartsWith("fresh2.")));
  remove_unfinished(folder.path("no/such/folder"));
}

TEST(AtomicFile, TwoAtOnceDoNotMeet) {
  const TemporaryFolder folder;
  AtomicFile one(folder.path("t")), other(folder.path("t"));
  one.write("one");
  other.write("other");
  one.commit();
  other.commit();
  EXPECT_EQ(content_of(folder.path("t")), "other");
  EXPECT_EQ(folder.names(), Names{"t"});
}

TEST(AtomicFile, KeepsTheModeOfAFileAndTheLinkToIt) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t", "old");
  ::chmod(path.c_str(), 0640);
  std::filesystem::create_symlink(path, folder.path("link"));
  AtomicFile file(folder.path("link"));
  file.write("new");
  file.commit();
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(content_of(path), "new");
}

TEST(AtomicFile, NewFilesFollowTheMask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  AtomicFile file(folder.path("t"));
  file.commit();
  ::umask(before);
  struct stat about {};
  ASSERT_EQ(::stat(folder.path("t").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
}

TEST(AtomicFile, AFullDiskIsSaid) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of(folder,
                       [] {
                         AtomicFile file("/dev/full");
                         file.write("x");
                         file.commit();
                       }),
            "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  const Table table = table_of<double>({{1}});
  EXPECT_EQ(message_of(folder, [&] { write_csv("/dev/full", table); }),
            "cannot write /dev/full: No space left on device");
  EXPECT_EQ(message_of(folder, [&] { write_hdf5("/dev/full", table); }),
            "cannot write HDF5 to /dev/full: it needs a regular file");
}

TEST(AtomicFile, NamesPathAndReason) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of(folder, [&] { AtomicFile file(folder.path("no/such/t")); }),
            "cannot write no/such/t: No such file or directory");
  EXPECT_EQ(message_of(folder, [&] { AtomicFile file(folder.path("")); }).substr(0, 12), "cannot write");
  EXPECT_THROW(AtomicFile(""), InvalidArgument);
}

/// The superuser may write everywhere, so a test of permissions runs as nobody.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() {
    const uid_t nobody = 65534;
    EXPECT_TRUE(::geteuid() != 0 || ::seteuid(nobody) == 0);
  }
  AsOrdinaryUser(const AsOrdinaryUser&) = delete;
  AsOrdinaryUser& operator=(const AsOrdinaryUser&) = delete;
  ~AsOrdinaryUser() { EXPECT_EQ(::seteuid(::getuid()), 0); }
};

TEST(AtomicFile, AnUnwritableFolderIsSaidAndNothingLeft) {
  const TemporaryFolder folder;
  const std::string kept = folder.write("kept", "old");
  ::chmod(kept.c_str(), 0444);
  std::filesystem::create_directory(folder.path("closed"));
  ::chmod(folder.path("closed").c_str(), 0555);
  {
    const AsOrdinaryUser ordinary;
    EXPECT_EQ(message_of(folder, [&] { AtomicFile file(folder.path("closed/t")); }),
              "cannot write closed/t: Permission denied");
    EXPECT_EQ(message_of(folder, [&] { AtomicFile file(kept); }), "cannot write kept: Permission denied");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("closed")));
  EXPECT_EQ(content_of(kept), "old");
}

/// For its lifetime `number` (standard input or output) stands for the file `path`.
class Redirected {
 public:
  Redirected(int number, const std::string& path, int flags) : number_(number), saved_(::dup(number)) {
    const int file = ::open(path.c_str(), flags, 0600);
    EXPECT_GE(::dup2(file, number), 0);
    ::close(file);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    ::dup2(saved_, number_);
    ::close(saved_);
  }

 private:
  int number_;
  int saved_;
};

TEST(StandardStreams, AreWrittenAndReadAsTheDash) {
  const TemporaryFolder folder;
  const Table table = table_of<double>({{1, 2.5}, {3, 4}}, {"a", "b"});
  {
    const Redirected output(STDOUT_FILENO, folder.path("t"), O_CREAT | O_WRONLY);
    write_table("-", table);
  }
  EXPECT_EQ(content_of(folder.path("t")), "a,b\n1,2.5\n3,4\n");
  const Redirected input(STDIN_FILENO, folder.path("t"), O_RDONLY);
  const Table back = read_table("-");
  expect_same_bits(table, back);
  EXPECT_EQ(back.names, table.names);
  EXPECT_EQ(message_of(folder, [] { read_table("-"); }), "standard input is empty: it holds no rows");
}

}  // namespace
}  // namespace scpp
