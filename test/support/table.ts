/** The rows of a table in JSON, whose values `written.ts` explains: `{name}` is one of these names. */
import { filled, type Names } from './written';

export const table = <Row>(rows: unknown, names: Names = {}): Row[] => filled(rows, names) as Row[];
