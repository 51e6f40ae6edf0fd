/** The rows of a table in JSON, whose values `written.ts` explains. */
import { filled } from './written';

export const table = <Row>(rows: unknown): Row[] => filled(rows, {}) as Row[];
