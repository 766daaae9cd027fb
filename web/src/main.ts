import { mount } from "svelte";
import App from "./app/App.svelte";
import "./common/base.css";
import "./common/contrast.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
