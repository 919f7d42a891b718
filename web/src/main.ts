import { mount } from "svelte";
import "./app.css";
import "./fonts/cjk.css";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";

settings.dress();
const target = document.getElementById("app");
if (target) mount(App, { target });
