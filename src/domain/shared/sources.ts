/** The own tariffs' id among the sources: there from the beginning, whether any were loaded or not. */
export const OWN_TARIFFS = 1
