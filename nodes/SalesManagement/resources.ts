/** What the node offers: the service's resources, and the account itself. */
import { account } from './check';
import { RESOURCES } from './operations';
import type { Offered, Resource } from './operations/model/operation';

export const OFFERED: ReadonlyArray<Resource<Offered>> = [...RESOURCES, account];
