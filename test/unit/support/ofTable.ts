import { ROUTES } from '../../../nodes/SalesManagement/api/routes';

/** Whether a request of a check is at an address of the table of v2, or where nothing is. */
export function isOfTable({ url }: { readonly url: string }): boolean {
	const path = new URL(url).pathname.replace(/^\/v2/, '');
	const rows = Object.values(ROUTES.v2).map((row) => row.path.replace(/\{\w+\}/g, '[^/]+'));
	return (
		path === '/no_such_address_at_all' || rows.some((row) => new RegExp(`^${row}$`).test(path))
	);
}
