/** Files that tariffs are read from, by what they are called. */
const BOOKS = ['.xlsx', '.xlsm', '.csv', '.txt']

const endsWithOne = (name: string, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))

/** Whether a file is a workbook, or a table that is read as one. */
export const isBook = (name: string): boolean => endsWithOne(name, BOOKS)

/** Whether a file may hold tariffs: a workbook, a bundle, or one of no kind that its name tells. */
export const mayHoldTariffs = (name: string): boolean =>
  endsWithOne(name, [...BOOKS, '.json']) || !name.includes('.')

/** What a file dialog offers. */
export const BOOK_CHOICE = BOOKS.join()
export const TARIFF_CHOICE = [...BOOKS, '.json', 'application/json'].join()
