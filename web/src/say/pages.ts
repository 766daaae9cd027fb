/** English texts of the pages, a file for each part, until they are in the word files. */
const parts = import.meta.glob<Record<string, string>>("../words/en/*.json", {
  eager: true,
  import: "default",
});

export const pages: Record<string, string> = Object.assign({}, ...Object.values(parts));
