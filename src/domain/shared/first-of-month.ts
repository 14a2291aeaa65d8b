/** @param text a day as a formatter of French wrote it @returns with "1er mai", which no formatter knows, for "1 mai" */
export const withFirst = (text: string): string => text.replace(/(?<![\d,])1(?=[ \u00a0]\p{L})/u, '1er')
