import { text } from '../driver/columns.ts';
import type { Queryable } from '../driver/driver.ts';

/** Named values of the service itself: the hash of its admin token, and flags such as completed data moves. */
export interface SettingRepository {
  get(name: string): Promise<string | undefined>;
  /** Stores a value unless there is one. @returns whether it was stored */
  setIfAbsent(name: string, value: string): Promise<boolean>;
  /** Stores a value in place of an existing one. */
  set(name: string, value: string): Promise<void>;
}

/** Settings of either database. */
export class SqlSettingRepository implements SettingRepository {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async get(name: string): Promise<string | undefined> {
    const [row] = await this.#database.query('SELECT value FROM settings WHERE name = $1', [name]);
    return row && text(row, 'value');
  }

  async setIfAbsent(name: string, value: string): Promise<boolean> {
    const rows = await this.#database.query(
      'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name',
      [name, value],
    );
    return rows.length === 1;
  }

  async set(name: string, value: string): Promise<void> {
    await this.#database.query(
      `INSERT INTO settings (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, value],
    );
  }
}
