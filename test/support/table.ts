/** The rows of a table in JSON, of which a test knows more than that they are texts, numbers and objects. */
export const table = <Row>(rows: unknown): Row[] => rows as Row[];
