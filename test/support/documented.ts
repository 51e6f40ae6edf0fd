/** What a sandbox is started with so that it is as documented, whatever SANDBOX_DIALECT asks for. */
export const DOCUMENTED = { dialects: [] } as const;
