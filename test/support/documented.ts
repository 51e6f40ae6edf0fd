/** Of tests about the service as the documents have it, which no other deployment can pass. */

/** How the title of such tests begins: `npm run dialect` counts them apart (scripts/test.mjs). */
const MARK = 'as documented';

/** What a sandbox is started with so that it is as documented, whatever SANDBOX_DIALECT asks for. */
export const DOCUMENTED = { dialects: [] } as const;

/** @param reason why they are about nothing but what the documents say, for whoever reads the titles. */
export const documented = (reason: string, tests: () => void): void =>
	describe(`${MARK}: ${reason}`, tests);
