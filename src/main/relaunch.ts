/** The application begins anew, as its own next start. */
import { app } from 'electron'

/** Ends this process for another one. @param args of that one, where they are others than of this one */
export function relaunch(args?: readonly string[]): void {
  // An AppImage runs from a place that is another at each start.
  const image = process.env['APPIMAGE']
  app.relaunch({ ...(args && { args: [...args] }), ...(image !== undefined && { execPath: image }) })
  app.exit(0)
}
