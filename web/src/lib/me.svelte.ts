// Who is sitting here: a guest, or a person with an account.

import { api, forgetMe, whoami } from "./client";
import type { components } from "./client/schema";
import { shell } from "./words/shell";

export type Me = components["schemas"]["MeAnswer"];

const AGAIN = 3000; // milliseconds until a server that is away is asked again

class Person {
  known = $state.raw<Me | null>(null);
  /** Whether the server did not answer when it was asked last. */
  away = $state(false);
  /** How often it has come back since: pages begin again then. */
  returned = $state(0);

  get label(): string {
    return this.known?.name || shell("guest");
  }

  async read(): Promise<void> {
    try {
      this.known = await whoami();
      if (this.away) this.returned += 1;
      this.away = false;
    } catch {
      this.known = null;
      this.away = true;
      setTimeout(() => void this.read(), AGAIN);
    }
  }

  /** Asks anew whether the server is there; while it is not, goes on asking. */
  async seek(): Promise<void> {
    if (!this.away) await this.#again();
  }

  async register(login: string, password: string, name: string): Promise<void> {
    await api.post("/api/account", { body: { login, password, name } });
    await this.#again();
  }

  async logIn(login: string, password: string): Promise<void> {
    await api.post("/api/session", { body: { login, password } });
    await this.#again();
  }

  async logOut(): Promise<void> {
    await api.delete("/api/session");
    await this.#again();
  }

  async rename(name: string): Promise<void> {
    await api.put("/api/me", { body: { name } });
    await this.#again();
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await api.put("/api/account/password", { body: { old, new: fresh } });
  }

  async leave(password: string): Promise<void> {
    await api.delete("/api/account", { body: { password } });
    await this.#again();
  }

  async #again(): Promise<void> {
    forgetMe();
    await this.read();
  }
}

export const me = new Person();
