/** The address that opens a program for e-mail with a letter in it (RFC 6068). */

/** Lines end as RFC 6068 has it; some programs show other ends as none. @param to empty: to be filled in there */
export function mailAddress({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const fields = { subject, body: text.replaceAll(/\r?\n/g, '\r\n') }
  const query = Object.entries(fields).map(
    ([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`,
  )
  // An address is one, whatever stands in it: nothing of it becomes a field.
  return `mailto:${encodeURIComponent(to.toWellFormed()).replaceAll('%40', '@')}?${query.join('&')}`
}
