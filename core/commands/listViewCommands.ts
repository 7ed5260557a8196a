import { Schema } from "effect"
import { passed, view } from "./view.ts"

/** Commands every list has. */
export const listViewCommands = [
  view({ id: "lists.next", title: "Next row", section: "Lists", scope: "lists", keys: ["j", "arrowdown"] }),
  view({ id: "lists.previous", title: "Previous row", section: "Lists", scope: "lists", keys: ["k", "arrowup"] }),
  view({ id: "lists.first", title: "First row", section: "Lists", scope: "lists", keys: ["home"] }),
  view({ id: "lists.last", title: "Last row", section: "Lists", scope: "lists", keys: ["end"] }),
  view({ id: "lists.pageDown", title: "A screen down", section: "Lists", scope: "lists", keys: ["pagedown"] }),
  view({ id: "lists.pageUp", title: "A screen up", section: "Lists", scope: "lists", keys: ["pageup"] }),
  view({ id: "list.more", title: "Show more rows", section: "Lists", keywords: ["older", "next page"] }),
  view({ id: "lists.open", title: "Open the row", section: "Lists", scope: "lists", keys: ["enter"] }),
  view({ id: "lists.peek", title: "Peek at the row", section: "Lists", scope: "lists", keys: ["space"] }),
  view({
    id: "lists.select",
    input: { row: passed(Schema.Number), range: passed(Schema.Boolean) },
    title: "Select the row",
    section: "Lists",
    scope: "lists",
    keys: ["x"]
  }),
  view({
    id: "lists.selectDown",
    title: "Select down to the next row",
    section: "Lists",
    scope: "lists",
    keys: ["shift+arrowdown"]
  }),
  view({
    id: "lists.selectUp",
    title: "Select up to the previous row",
    section: "Lists",
    scope: "lists",
    keys: ["shift+arrowup"]
  }),
  view({
    id: "lists.actions",
    input: { row: passed(Schema.Number) },
    title: "Actions of the row",
    section: "Lists",
    scope: "lists",
    keys: ["."]
  }),
  view({ id: "lists.filter", title: "Filter the list", section: "Lists", scope: "lists", keys: ["/"] }),
  view({
    id: "list.create",
    title: "Add to the list",
    section: "Lists",
    scope: "lists",
    keys: ["c"],
    keywords: ["new", "create"]
  }),
  view({ id: "list.pageNext", title: "Next page", section: "Lists", scope: "lists", keys: ["]"] }),
  view({ id: "list.pagePrev", title: "Previous page", section: "Lists", scope: "lists", keys: ["["] }),
  view({
    id: "list.page",
    input: { page: passed(Schema.Number) },
    title: "Go to a page",
    section: "Lists",
    scope: "lists"
  }),
  view({
    id: "list.resize",
    input: { column: passed(Schema.String), width: passed(Schema.Number) },
    title: "Change the width of a column",
    section: "Lists",
    scope: "lists"
  }),
  view({
    id: "list.sort",
    input: { column: passed(Schema.String), desc: passed(Schema.Boolean) },
    title: "Sort the list",
    section: "Lists",
    keywords: ["order", "ascending", "descending"]
  }),
  view({
    id: "list.filter",
    input: { column: passed(Schema.String), text: passed(Schema.String) },
    title: "Filter by a column",
    section: "Lists",
    keywords: ["narrow"]
  }),
  view({
    id: "list.columns",
    input: { column: passed(Schema.String), shown: passed(Schema.Boolean) },
    title: "Choose the columns",
    section: "Lists",
    keywords: ["show", "hide", "width"]
  }),
  view({
    id: "list.pageSize",
    input: { count: passed(Schema.String) },
    title: "Rows per page",
    section: "Lists",
    keywords: ["page size", "count"]
  }),
  view({
    id: "list.saveView",
    input: { name: passed(Schema.String) },
    title: "Save this view of the list",
    section: "Lists",
    keywords: ["bookmark", "filters"]
  }),
  view({
    id: "list.openView",
    input: { name: passed(Schema.String), href: passed(Schema.String) },
    title: "Open a saved view",
    section: "Lists",
    keywords: ["bookmark", "filters"]
  }),
  view({
    id: "list.removeView",
    input: { name: passed(Schema.String) },
    title: "Delete a saved view",
    section: "Lists",
    keywords: ["bookmark"]
  }),
  view({
    id: "list.resetView",
    title: "Reset view",
    section: "Lists",
    keywords: ["clear filters", "default"]
  }),
  view({
    id: "list.selectAll",
    title: "Select every row",
    section: "Lists",
    keywords: ["all", "none", "deselect"]
  }),
  view({
    id: "list.copySelected",
    title: "Copy selected",
    section: "Lists",
    keys: ["mod+c"],
    keywords: ["clipboard", "serial codes"]
  }),
  view({
    id: "list.clearSelection",
    title: "Clear selection",
    section: "Lists",
    keywords: ["deselect", "none"]
  }),
  view({
    id: "list.deselectHidden",
    title: "Deselect rows that are not shown",
    section: "Lists",
    keywords: ["hidden", "selection", "search", "filters"]
  }),
  view({
    id: "list.export",
    title: "Export to Excel",
    section: "Lists",
    keys: ["shift+e"],
    keywords: ["download", "xlsx", "csv", "spreadsheet"]
  }),
  view({
    id: "list.exportCsv",
    title: "Export as CSV",
    section: "Lists",
    keywords: ["download", "comma", "text"]
  }),
  view({ id: "list.exportCancel", title: "Cancel the export", section: "Lists", keywords: ["stop", "download"] }),
  view({ id: "list.print", title: "Print", section: "Lists", keys: ["shift+p"], keywords: ["paper"] })
] as const
