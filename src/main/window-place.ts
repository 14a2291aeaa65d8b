/** Where the window was, and is again: on a screen that is still there. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPlace extends Rectangle {
  readonly maximized: boolean
}

export const SMALLEST = { width: 380, height: 480 }
export const USUAL = { width: 1360, height: 900 }
/** So much of its upper edge is in sight that it can be taken hold of. */
const GRIP = { width: 120, height: 40 }

/** The place that was kept; null where there is none that can be read. */
export function keptPlace(file: string): WindowPlace | null {
  try {
    const { x, y, width, height, maximized } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      unknown
    >
    const place = { x, y, width, height } as Rectangle
    if (![x, y, width, height].every((each) => Number.isSafeInteger(each) && Math.abs(each as number) < 1e5))
      return null
    return { ...place, maximized: maximized === true }
  } catch {
    return null
  }
}

/** Keeps it; where it cannot be written, the window is where it usually is the next time. */
export function keepPlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(`${file}.partial`, JSON.stringify(place))
    renameSync(`${file}.partial`, file)
  } catch {
    // Nothing is lost by it.
  }
}

/**
 * Size and place of a window that is opened.
 * @param areas of the screens that there are, without their bars
 * @returns without a place, which the system then gives, where the one before is out of sight
 */
export function placeOn(
  kept: WindowPlace | null,
  areas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const within = (size: typeof USUAL, area: Rectangle | undefined) => ({
    width: Math.max(SMALLEST.width, Math.min(size.width, area?.width ?? size.width)),
    height: Math.max(SMALLEST.height, Math.min(size.height, area?.height ?? size.height)),
  })
  if (!kept) return within(USUAL, areas[0])
  const area = areas.find((one) => {
    const left = Math.max(kept.x, one.x)
    const right = Math.min(kept.x + within(kept, one).width, one.x + one.width)
    return right - left >= GRIP.width && kept.y >= one.y && kept.y + GRIP.height <= one.y + one.height
  })
  return area ? { ...within(kept, area), x: kept.x, y: kept.y } : within(kept, areas[0])
}
