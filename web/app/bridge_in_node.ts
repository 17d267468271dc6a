// The bridge for tests in node, which has no `self`.
export { Bridge, Refusal } from "./bridge";
export const load = async () => {
  (globalThis as { self?: unknown }).self ??= { location: { href: "" } };
  return (await import("scpp-program")).default;
};
