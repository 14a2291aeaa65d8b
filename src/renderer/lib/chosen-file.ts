/** @returns the file that was chosen in a field, if any; the same can be chosen again, once it is mended say */
export function chosenFile({ target }: Event): File | undefined {
  const input = target as HTMLInputElement
  const file = input.files?.[0]
  input.value = ''
  return file
}
