/** What a table is called: its own name, or that of its host. */
import type { TableTold } from "../generated/wire";
import { t } from "../say/say.svelte";

export function titleOf(told: TableTold): string {
  if (told.settings.name) return told.settings.name;
  const host = told.seats[told.host[0] ?? -1]?.name;
  return host ? t("wait.title.of", { name: host }) : t("wait.title");
}
