/** Emscripten's loader of apps/browser.cpp; the bundler knows where it was built. */
declare module "scpp-program" {
  const load: import("./bridge").Loader;
  export default load;
}

/** A text of the page's own. */
declare module "*.csv" {
  const text: string;
  export default text;
}
