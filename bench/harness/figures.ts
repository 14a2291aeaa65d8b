/** What a measure found, and how it is printed. */

export interface Figure {
  readonly name: string
  readonly value: string
  /** the same on the floor, measured in the same run */
  readonly floor?: string
  readonly ratio?: number
  readonly target: string
  /** null: shown for orientation */
  readonly ok: boolean | null
  /** how far repeated rounds lie apart */
  readonly noise?: string
}

export interface Options {
  readonly rounds: number
  /** of one round */
  readonly seconds: number
  readonly mixedSeconds: number
  readonly orders: number
}

export interface Measure {
  readonly name: string
  run(options: Options): Promise<readonly Figure[]>
}

const COLUMNS = ['figure', 'measured', 'floor', 'ratio', 'target', '', 'noise'] as const

function cells({ name, value, floor, ratio, target, ok, noise }: Figure): string[] {
  return [
    name,
    value,
    floor ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    target,
    ok === null ? '' : ok ? 'ok' : 'MISS',
    noise ?? '',
  ]
}

/** The figures as a table of text. */
export function table(figures: readonly Figure[]): string {
  const rows = [[...COLUMNS], ...figures.map(cells)]
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const fixed = (value: number, digits = 2): string => value.toFixed(digits)
