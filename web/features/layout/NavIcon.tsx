import type { NavigationId } from "#core/navigation/navigation.ts"

/** SVG paths of the icons on a 20 by 20 grid. */
const paths: Readonly<Record<NavigationId | "bell" | "menu", string>> = {
  dashboard: "M3 3h6v8H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 13h6v4H3z",
  locks: "M6 9V6a4 4 0 0 1 8 0v3M4 9h12v8H4z",
  team: "M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2-5 5-5s5 2 5 5M14 9a2.5 2.5 0 1 0 0-5M14 12c2.5 0 4 2 4 5",
  facilities: "M3 17V7l7-4 7 4v10zM7 17v-6h6v6",
  automations: "M11 2L4 11h5l-1 7 7-9h-5z",
  integrations: "M7 3v5M13 3v5M5 8h10v3a5 5 0 0 1-10 0zM10 16v2",
  settings: "M3 6h14M3 14h14M7 4v4M13 12v4",
  reports: "M4 17V9M10 17V3M16 17v-6",
  bell: "M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3",
  menu: "M3 5h14M3 10h14M3 15h14"
}

export const NavIcon = ({ of }: { readonly of: keyof typeof paths }) => (
  <svg className="nav-icon" width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[of]} />
  </svg>
)
