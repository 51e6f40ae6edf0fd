/** A record as a line of JSON; JSON has no line breaks of its own. */
export const jsonLine = (record: object): string => `${JSON.stringify(record)}\n`;
