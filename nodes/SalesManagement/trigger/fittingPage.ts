import { ServiceError } from '../api/errors/errors';
import { CursorRejected } from '../polling';

/**
 * Reads one page of a list, in smaller pieces until it fits.
 * @param read answers `undefined` when the page was too large, and asks for a smaller one from then on.
 * @param token where the page begins; absent at the beginning of the list.
 * @throws CursorRejected for a token that the service refuses, or that counts pages of another size.
 */
export async function fittingPage<Page>(
	read: () => Promise<Page | undefined>,
	token?: string,
): Promise<Page> {
	for (;;) {
		const page = await read().catch((error: unknown) => {
			const isRefused = error instanceof ServiceError && error.status === 400;
			throw token !== undefined && isRefused ? new CursorRejected() : (error as Error);
		});
		if (page) return page;
		if (token !== undefined) throw new CursorRejected();
	}
}
