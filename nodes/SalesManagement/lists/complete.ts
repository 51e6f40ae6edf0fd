import type { INodePropertyOptions } from 'n8n-workflow';
import { listedNames } from './directory';
import { toOptions } from './names';
import type { LookupSource } from './source';

/** Users, roles and groups: the service has complete lists of these. */
export const completeOptions = async (
	own: LookupSource,
	operation: 'user.getMany' | 'role.getMany' | 'userGroup.getMany',
): Promise<INodePropertyOptions[]> => toOptions((await listedNames({ own }, operation)).entries);
