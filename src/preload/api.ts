/** What the desktop application alone gives the screens; absent in a browser. */
export interface DesktopApi {
  /** the operating system, for the names of keys */
  readonly platform: string
}
