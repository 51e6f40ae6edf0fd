/** A time in milliseconds since 1970 as ISO 8601 in UTC: so people read it, and so a state keeps it. */
export const isoOf = (time: number): string => new Date(time).toISOString();
