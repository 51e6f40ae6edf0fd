import type {
	ActionRow,
	AssociatedKind,
	ContactRow,
	CustomerRow,
	CustomObjectRow,
	DealRow,
	RoleRow,
	UserGroupRow,
	UserRow,
} from '../properties/records';
import { Database } from './database';
import { Settings } from './settings';
import { raw, sql, valuesOf } from './sql';
import { Table } from './table';
import { plainTableNames, plainTables, tables } from './tables';

/** Everything the service remembers: one table per kind of record, the settings, and the links. */
export class Store {
	readonly database: Database;
	readonly users;
	readonly userGroups;
	readonly roles;
	readonly customers;
	readonly deals;
	readonly contacts;
	readonly actions;
	readonly customObjects;
	readonly settings: Settings;

	/** @param file where the data stay, or nothing to keep them in memory */
	constructor(file?: string) {
		const database = new Database(file);
		this.database = database;
		this.users = new Table<UserRow>(database, tables.user);
		this.userGroups = new Table<UserGroupRow>(database, tables.userGroup);
		this.roles = new Table<RoleRow>(database, tables.role);
		this.customers = new Table<CustomerRow>(database, tables.customer);
		this.deals = new Table<DealRow>(database, tables.deal);
		this.contacts = new Table<ContactRow>(database, tables.contact);
		this.actions = new Table<ActionRow>(database, tables.action);
		this.customObjects = new Table<CustomObjectRow>(database, tables.customObject);
		database.exec(plainTables);
		this.settings = new Settings(database);
	}

	/** All writes of the work are kept, or none if it throws. */
	transaction<T>(work: () => T): T {
		try {
			return this.database.transaction(work);
		} catch (error) {
			this.settings.load();
			throw error;
		}
	}

	clear(): void {
		for (const table of this.recordTables()) table.clear();
		for (const name of plainTableNames) this.database.exec(`DELETE FROM ${name}`);
		this.settings.load();
	}

	/** The contacts linked with a deal; links from a deal to many contacts are few. */
	contactIdsOfDeal(dealId: number): number[] {
		const rows = this.database.rows(
			sql`SELECT contactId FROM dealContact WHERE dealId = ${dealId} ORDER BY contactId`,
		);
		return rows.map(([id]) => Number(id));
	}

	linkContact(dealId: number, contactId: number): void {
		const text = 'INSERT OR IGNORE INTO dealContact (dealId, contactId) VALUES (?, ?)';
		this.database.run(text, [dealId, contactId]);
	}

	unlinkContact(dealId: number, contactId: number): void {
		const text = 'DELETE FROM dealContact WHERE dealId = ? AND contactId = ?';
		this.database.run(text, [dealId, contactId]);
	}

	/** Notes an action's contacts, so that a contact's actions are found by index. */
	indexActionContacts(actionId: number, contactIds: number[]): void {
		this.database.run('DELETE FROM actionContact WHERE actionId = ?', [actionId]);
		for (const contactId of contactIds) {
			const text = 'INSERT OR IGNORE INTO actionContact (contactId, actionId) VALUES (?, ?)';
			this.database.run(text, [contactId, actionId]);
		}
	}

	associate(objectId: number, kind: AssociatedKind, recordId: number): void {
		const text = 'INSERT OR IGNORE INTO association (objectId, kind, recordId) VALUES (?, ?, ?)';
		this.database.run(text, [objectId, kind, recordId]);
	}

	dissociate(objectId: number, kind: AssociatedKind, recordId: number): void {
		const text = 'DELETE FROM association WHERE objectId = ? AND kind = ? AND recordId = ?';
		this.database.run(text, [objectId, kind, recordId]);
	}

	/** The custom objects associated with each of these records, by record id. */
	objectIdsOf(kind: AssociatedKind, recordIds: number[]): Map<number, number[]> {
		const rows = this.database.rows(
			sql`SELECT recordId, objectId FROM association WHERE kind = ${kind}
				AND recordId IN ${valuesOf(recordIds)} ORDER BY recordId, objectId`,
		);
		const byRecord = new Map<number, number[]>();
		for (const [recordId, objectId] of rows) {
			const objectIds = byRecord.get(Number(recordId)) ?? [];
			byRecord.set(Number(recordId), [...objectIds, Number(objectId)]);
		}
		return byRecord;
	}

	/** The records of one kind that a custom object is associated with. */
	associatesOf(objectId: number, kind: AssociatedKind): number[] {
		const rows = this.database.rows(
			sql`SELECT recordId FROM association WHERE objectId = ${objectId} AND kind = ${kind}
				ORDER BY recordId`,
		);
		return rows.map(([id]) => Number(id));
	}

	/** The next number of a named counter, from 1. */
	next(name: string): number {
		this.setCounter(name, this.counter(name) + 1);
		return this.counter(name);
	}

	counter(name: string): number {
		return Number(this.database.value(sql`SELECT value FROM counter WHERE name = ${name}`) ?? 0);
	}

	setCounter(name: string, value: number): void {
		this.database.run('INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)', [name, value]);
	}

	/** True for a file that holds a domain already. */
	isFilled(): boolean {
		return Number(this.database.value(raw('SELECT COUNT(*) FROM setting'))) > 0;
	}

	close(): void {
		this.database.close();
	}

	private recordTables() {
		const { users, userGroups, roles, customers, deals, contacts, actions, customObjects } = this;
		return [users, userGroups, roles, customers, deals, contacts, actions, customObjects];
	}
}
