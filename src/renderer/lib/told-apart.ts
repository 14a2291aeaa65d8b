/** Names of lines, told apart where several are called the same: pure. */

interface Named {
  readonly name: string
  /** what tells it from others of that name, the first that comes to mind first */
  readonly facts: readonly string[]
}

/** How often each text is there. */
const counts = (texts: readonly string[]) => {
  const seen = new Map<string, number>()
  for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1)
  return seen
}

/**
 * Each by its name; those of one name with as many of their facts as tell them all apart. What is alike in all of them is
 * called by its place.
 * @param placed a name with a place, from 1
 */
export function toldApart(
  lines: readonly Named[],
  placed: (name: string, place: number) => string,
): string[] {
  const most = Math.max(0, ...lines.map(({ facts }) => facts.length))
  const names = lines.map(({ name }) => name)
  let told = names
  for (let many = 1; many <= most; many++) {
    const [alike, all] = [new Set<string>(), counts(told)]
    told.forEach((text, at) => (all.get(text) ?? 0) > 1 && alike.add(names[at]!))
    const longer = ({ name, facts }: Named) => [name, ...facts.slice(0, many)].filter(Boolean).join(', ')
    told = told.map((text, at) => (alike.has(names[at]!) ? longer(lines[at]!) : text))
  }
  const all = counts(told)
  return told.map((text, at) => ((all.get(text) ?? 0) > 1 ? placed(text, at + 1) : text))
}
