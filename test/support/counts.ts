/** How many operations the service's two documents describe. Tests take the numbers from here. */
export const OPERATION_COUNTS = { v2: 57, v1: 47 } as const;
